// The track out of the text that the page came with.

/** Columns of all fixes: times in ms, degrees, m/s, m; NaN where unknown. */
class Track {
  constructor(data) {
    const count = data.sessions.reduce((sum, session) => sum + session.time.length, 0);
    this.count = count;
    this.time = new Float64Array(count);
    this.latitude = new Float64Array(count);
    /** Goes on beyond ±180° where the track crosses the antimeridian. */
    this.longitude = new Float64Array(count);
    this.speed = new Float32Array(count);
    this.height = new Float32Array(count);
    /** Not connected with the fix before it. */
    this.begins = new Uint8Array(count);
    this.isAtRest = new Uint8Array(count);
    this.sessions = [];
    for (const session of data.sessions) this.#append(session);
    this.#joinLongitudes();
    /** In the plane of the map, 0 to 1 around the Earth. */
    this.x = this.longitude.map(mercatorX);
    this.y = this.latitude.map(mercatorY);
    /** Over the movement only, in metres from the first fix. */
    this.distance = this.#distances();
    this.places = data.places.map((place) => this.#place(place));
    this.stops = this.places.filter((place) => place.kind !== "mark");
    this.marks = this.places.filter((place) => place.kind === "mark");
    this.trips = this.sessions.flatMap((session) => this.#trips(session));
  }

  get length() {
    return this.count ? this.distance[this.count - 1] : 0;
  }

  /** The first fix from `from` on, before `to`, that is not earlier; `to` if there is none. */
  indexAt(time, from = 0, to = this.count) {
    return lowerBound(to, (index) => this.time[index] >= time, from);
  }

  /** The fix that lies nearest to so many metres from the start. */
  indexAtDistance(metres) {
    const index = lowerBound(this.count, (index) => this.distance[index] >= metres);
    if (index === 0) return 0;
    if (index === this.count) return this.count - 1;
    return metres - this.distance[index - 1] < this.distance[index] - metres ? index - 1 : index;
  }

  /** The span of fixes from one to before another in the plane of the map. */
  bounds(from = 0, to = this.count) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = from; index < to; index++) {
      left = Math.min(left, this.x[index]);
      right = Math.max(right, this.x[index]);
      top = Math.min(top, this.y[index]);
      bottom = Math.max(bottom, this.y[index]);
    }
    return left <= right ? { left, top, right, bottom } : { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };
  }

  /** Metres and m/s of a part of the track. */
  totals(from = 0, to = this.count) {
    const totals = { metres: 0, fastest: NaN };
    if (to <= from) return totals;
    totals.metres = this.distance[to - 1] - this.distance[from];
    for (let index = from; index < to; index++) {
      if (!(this.speed[index] <= totals.fastest) && !Number.isNaN(this.speed[index])) totals.fastest = this.speed[index];
    }
    return totals;
  }

  #append(data) {
    const from = this.sessions.at(-1)?.to ?? 0;
    const to = from + data.time.length;
    sumInto(this.time, from, data.time, 1);
    sumInto(this.latitude, from, data.latitude, 1e-7);
    sumInto(this.longitude, from, data.longitude, 1e-7);
    sumInto(this.speed, from, data.speed, 0.01);
    sumInto(this.height, from, data.height, 0.1);
    let index = from;
    for (const length of data.runs) {
      this.begins[index] = 1;
      index += length;
    }
    index = from;
    for (const [turn, length] of data.rests.entries()) {
      if (turn % 2) this.isAtRest.fill(1, index, index + length);
      index += length;
    }
    this.sessions.push({ number: data.session, name: data.name, note: data.note, from, to });
  }

  #joinLongitudes() {
    for (let index = 1; index < this.count; index++) {
      const turns = Math.round((this.longitude[index] - this.longitude[index - 1]) / 360);
      this.longitude[index] -= turns * 360;
    }
  }

  #distances() {
    const distance = new Float64Array(this.count);
    for (let index = 1; index < this.count; index++) {
      const isMovement = !this.begins[index] && !(this.isAtRest[index] && this.isAtRest[index - 1]);
      distance[index] = distance[index - 1] + (isMovement ? this.#metresTo(index) : 0);
    }
    return distance;
  }

  /** From the fix before: on the plane that touches the WGS 84 ellipsoid between them, or on a sphere where far. */
  #metresTo(index) {
    const north = (this.latitude[index] - this.latitude[index - 1]) * RADIAN;
    const east = (this.longitude[index] - this.longitude[index - 1]) * RADIAN;
    const middle = ((this.latitude[index] + this.latitude[index - 1]) / 2) * RADIAN;
    if (Math.abs(north) > RADIAN || Math.abs(east) > RADIAN || Math.abs(middle) > 80 * RADIAN) {
      const square = Math.sin(north / 2) ** 2
        + Math.cos(this.latitude[index] * RADIAN) * Math.cos(this.latitude[index - 1] * RADIAN) * Math.sin(east / 2) ** 2;
      return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(square)));
    }
    const flattened = 1 - 6.69437999014e-3 * Math.sin(middle) ** 2;
    const across = 6378137 / Math.sqrt(flattened);
    const along = (across * (1 - 6.69437999014e-3)) / flattened;
    return Math.hypot(north * along, east * across * Math.cos(middle));
  }

  #place(data) {
    const session = this.sessions.find((session) => session.number === data.session) ?? this.sessions[0];
    const latitude = data.latitude * 1e-7;
    let longitude = data.longitude * 1e-7;
    const near = session && session.to > session.from ? this.longitude[session.from] : longitude;
    longitude += 360 * Math.round((near - longitude) / 360);
    return { ...data, session, latitude, longitude, x: mercatorX(longitude), y: mercatorY(latitude) };
  }

  /** What lies between stops or the ends of a session. */
  #trips(session) {
    if (session.to === session.from) return [];
    const stops = this.stops.filter((stop) => stop.session === session).sort((a, b) => a.arrival - b.arrival);
    const ends = [...stops.map((stop) => stop.arrival), this.time[session.to - 1]];
    const starts = [this.time[session.from], ...stops.map((stop) => stop.departure ?? Infinity)];
    return starts.map((departure, turn) => {
      const from = this.indexAt(departure, session.from, session.to);
      const to = this.indexAt(ends[turn] + 1, from, session.to);
      return { session, departure, arrival: ends[turn], from, to, ...this.totals(from, to) };
    }).filter((trip) => trip.arrival > trip.departure && trip.to > trip.from);
  }
}

const RADIAN = Math.PI / 180;

/** Undoes differences; what is unknown does not count as one. */
function sumInto(values, from, differences, unit) {
  let sum = 0;
  for (let index = 0; index < differences.length; index++) {
    const difference = differences[index];
    values[from + index] = difference === null ? NaN : (sum += difference) * unit;
  }
}
