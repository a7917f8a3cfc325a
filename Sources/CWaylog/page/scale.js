// Colours for speeds, from slow to fast; the stills have the same (TrackFormats/SpeedScale.swift).

const ANCHORS = [[0x2b, 0x6c, 0xc4], [0x00, 0xa3, 0xb4], [0x3f, 0xae, 0x49], [0xe8, 0xb0, 0x0b], [0xee, 0x6c, 0x1b],
  [0xd2, 0x1e, 0x3c]];
const ENDS = [5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 140, 160, 200, 250, 300, 400, 500, 600, 800, 1000];

class SpeedScale {
  static colours = 24;

  /** A scale that suits most of the speeds, in m/s: one in a hundred may be beyond its end. */
  constructor(speeds, units) {
    const known = speeds.filter((speed) => !Number.isNaN(speed)).sort();
    const fast = known.length ? known[Math.floor(((known.length - 1) * 99) / 100)] / units.metresPerSecond : 0;
    this.isUsed = known.length > 0;
    /** In units of speed. */
    this.end = ENDS.find((end) => end >= fast) ?? fast;
    this.perSpeed = SpeedScale.colours / (this.end * units.metresPerSecond);
    this.css = Array.from({ length: SpeedScale.colours }, (_, colour) => SpeedScale.#css(colour));
  }

  /** The number of the colour of a speed; that after the last for one that is not known. */
  colour(speed) {
    if (Number.isNaN(speed)) return SpeedScale.colours;
    return Math.min(SpeedScale.colours - 1, Math.max(0, Math.floor(speed * this.perSpeed)));
  }

  static #css(colour) {
    const place = (colour / (SpeedScale.colours - 1)) * (ANCHORS.length - 1);
    const index = Math.min(ANCHORS.length - 2, Math.floor(place));
    const mixed = ANCHORS[index].map((part, i) => Math.round(part + (ANCHORS[index + 1][i] - part) * (place - index)));
    return `rgb(${mixed.join(" ")})`;
  }
}
