// Which part of the Earth the map shows, in the Web Mercator projection (EPSG:3857), as map tiles are.

const TILE = 256;

function mercatorX(longitude) {
  return longitude / 360 + 0.5;
}

function mercatorY(latitude) {
  const sine = Math.sin(Math.max(-85.0511, Math.min(85.0511, latitude)) * (Math.PI / 180));
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

class View {
  static least = 1;
  static most = 21;

  constructor() {
    Object.assign(this, { x: 0.5, y: 0.5, zoom: 1, width: 1, height: 1 });
  }

  /** Pixels around the Earth. */
  get size() {
    return TILE * 2 ** this.zoom;
  }

  get metresPerPixel() {
    const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * this.y)));
    return (2 * Math.PI * 6378137 * Math.cos(latitude)) / this.size;
  }

  left(x) {
    return (x - this.x) * this.size + this.width / 2;
  }

  top(y) {
    return (y - this.y) * this.size + this.height / 2;
  }

  /** Shows all of a span, with room around it. */
  fit(bounds, margin = 48) {
    this.x = (bounds.left + bounds.right) / 2;
    this.y = (bounds.top + bounds.bottom) / 2;
    const across = Math.max(40, this.width - 2 * margin) / Math.max(1e-9, bounds.right - bounds.left);
    const down = Math.max(40, this.height - 2 * margin) / Math.max(1e-9, bounds.bottom - bounds.top);
    // No closer than is of use for a track that hardly moves.
    this.zoom = this.#limited(Math.min(18, Math.log2(Math.min(across, down) / TILE)));
  }

  pan(right, down) {
    this.x -= right / this.size;
    this.y = Math.max(0, Math.min(1, this.y - down / this.size));
  }

  /** Zooms by steps that double; what lies at the pixel stays there. */
  zoomBy(steps, left = this.width / 2, top = this.height / 2) {
    const before = this.size;
    this.zoom = this.#limited(this.zoom + steps);
    const share = 1 / before - 1 / this.size;
    this.x += (left - this.width / 2) * share;
    this.y = Math.max(0, Math.min(1, this.y + (top - this.height / 2) * share));
  }

  #limited(zoom) {
    return Math.max(View.least, Math.min(View.most, zoom));
  }
}
