// A canvas that knows the screen's pixels and the page's colours.

class Layer {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  resize() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    Object.assign(this, { width, height });
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Makes it one colour, or nothing but transparent. */
  clear(name) {
    this.context.clearRect(0, 0, this.width, this.height);
    if (name === undefined) return;
    this.context.fillStyle = this.colour(name);
    this.context.fillRect(0, 0, this.width, this.height);
  }

  /** What a colour of the style sheet is at present, light or dark. */
  colour(name) {
    this.canvas.style.color = `var(${name})`;
    return getComputedStyle(this.canvas).color;
  }
}
