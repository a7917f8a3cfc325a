// Quantities and times as people read them; numbers are the same in every locale.

const UNITS = {
  metric: { speed: "km/h", far: { name: "km", metres: 1000 }, near: { name: "m", metres: 1 } },
  imperial: { speed: "mph", far: { name: "mi", metres: 1609.344 }, near: { name: "ft", metres: 0.3048 } },
  nautical: { speed: "kn", far: { name: "NM", metres: 1852 }, near: { name: "m", metres: 1 } },
};

class Units {
  constructor(name) {
    Object.assign(this, UNITS[name] ?? UNITS.metric);
    this.metresPerSecond = this.far.metres / 3600;
    this.nearLimit = this.near.name === "m" && this.speed === "km/h" ? 999.5 : this.far.metres / 10;
  }

  distanceText(metres) {
    if (metres < this.nearLimit) return `${(metres / this.near.metres).toFixed(0)} ${this.near.name}`;
    const far = metres / this.far.metres;
    return `${far.toFixed(far < 99.95 ? 1 : 0)} ${this.far.name}`;
  }

  speedText(metresPerSecond) {
    const value = metresPerSecond / this.metresPerSecond;
    return `${value.toFixed(value < 9.95 ? 1 : 0)} ${this.speed}`;
  }

  heightText(metres) {
    return `${(metres / this.near.metres).toFixed(0)} ${this.near.name}`.replace("-0 ", "0 ");
  }
}

/** Two units at most, cut off as on a clock: `1 h 02 min`. */
function durationText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [minutes, hours, days] = [60, 3600, 86400].map((unit) => Math.floor(seconds / unit));
  const two = (value) => String(value).padStart(2, "0");
  if (days > 0) return `${days} d ${two(hours % 24)} h`;
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  if (minutes > 0) return `${minutes} min ${two(seconds % 60)} s`;
  return `${seconds} s`;
}

/** The clock on the wall of the zone that the page was made for or, without one, the time since the start. */
class Clock {
  /** `offsets`: [from which millisecond, how many milliseconds ahead of UTC]. */
  constructor(zone, offsets) {
    this.zone = zone;
    this.offsets = offsets.toSorted((a, b) => a[0] - b[0]);
  }

  /** `2026-05-01`, or nothing where times have no date. */
  date(milliseconds) {
    return this.zone === undefined ? "" : this.#wall(milliseconds).slice(0, 10);
  }

  /** `06:05`. */
  minutes(milliseconds) {
    return this.seconds(milliseconds).slice(0, -3);
  }

  /** `06:05:12`; hours may be more than a day's where times count from the start. */
  seconds(milliseconds) {
    if (this.zone !== undefined) return this.#wall(milliseconds).slice(11, 19);
    const total = Math.max(0, Math.floor(milliseconds / 1000));
    return [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
      .map((part) => String(part).padStart(2, "0")).join(":");
  }

  /** `2026-05-01 06:05`, the date only where it is another than that of the moment before. */
  moment(milliseconds, before) {
    const date = this.date(milliseconds);
    const isSame = before !== undefined && this.date(before) === date;
    return isSame || date === "" ? this.minutes(milliseconds) : `${date} ${this.minutes(milliseconds)}`;
  }

  #wall(milliseconds) {
    const next = lowerBound(this.offsets.length, (index) => this.offsets[index][0] > milliseconds);
    const offset = this.offsets[Math.max(0, next - 1)]?.[1] ?? 0;
    return new Date(milliseconds + offset).toISOString();
  }
}

/** The first index of `count` at which something holds, of which all later ones hold too; `count` if there is none. */
function lowerBound(count, holds, from = 0) {
  let [low, high] = [from, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A round step that divides a span into about so many parts. */
function niceStep(span, parts) {
  const rough = span / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}
