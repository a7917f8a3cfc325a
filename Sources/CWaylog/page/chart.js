// A quantity over the distance, with a cursor on a layer of its own.

class Chart {
  static left = 46;
  static bottom = 20;
  static top = 8;
  static right = 10;

  /** `values` of each fix; `unit`: how many of what they come in; `pointed` is told which fix is pointed at, if any. */
  constructor(figure, track, units, { values, unit, ink, leastSpan, startsAtZero, pointed }) {
    const [base, overlay] = figure.querySelectorAll("canvas");
    Object.assign(this, { figure, track, units, values, unit, ink, leastSpan, startsAtZero });
    this.base = new Layer(base);
    this.overlay = new Layer(overlay);
    this.caption = figure.querySelector("output");
    figure.querySelector("figcaption span").append(`, ${unit.name}`);
    this.cursor = undefined;
    this.chosen = undefined;
    this.span = Math.max(track.length, 1);
    this.range = this.#range();
    figure.hidden = this.range === undefined;
    this.#listen(pointed);
  }

  resize() {
    if (this.figure.hidden) return;
    this.base.resize();
    this.overlay.resize();
    this.draw();
  }

  draw() {
    if (this.figure.hidden) return;
    const { context } = this.base;
    this.base.clear();
    this.#drawChosen(context);
    this.#drawAxes(context);
    const { line, area } = this.#paths();
    const ink = this.ink(context, this.#y(this.range.low), this.#y(this.range.high), this.base);
    Object.assign(context, { globalAlpha: 0.18, fillStyle: ink });
    context.fill(area);
    Object.assign(context, { globalAlpha: 1, strokeStyle: ink, lineWidth: 1.6, lineJoin: "round" });
    context.stroke(line);
    this.drawCursor();
  }

  drawCursor() {
    if (this.figure.hidden) return;
    this.overlay.clear();
    this.caption.textContent = "";
    if (this.cursor === undefined) return;
    const { context } = this.overlay;
    const [x, value] = [this.#x(this.track.distance[this.cursor]), this.values[this.cursor]];
    context.fillStyle = this.overlay.colour("--ink");
    context.fillRect(Math.round(x) - 0.5, Chart.top, 1, this.overlay.height - Chart.top - Chart.bottom);
    if (Number.isNaN(value)) return;
    drawDot(context, x, this.#y(value), 4, this.overlay.colour("--panel"), this.overlay.colour("--ink"));
    this.caption.textContent = this.unit.text(value);
  }

  #x(metres) {
    return Chart.left + (metres / this.span) * (this.base.width - Chart.left - Chart.right);
  }

  #y(value) {
    const share = (value - this.range.low) / (this.range.high - this.range.low);
    return this.base.height - Chart.bottom - share * (this.base.height - Chart.top - Chart.bottom);
  }

  /** From one round value to another, so that all values lie between; undefined where none is known. */
  #range() {
    let [low, high] = [Infinity, -Infinity];
    for (const value of this.values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low > high) return undefined;
    if (this.startsAtZero) low = Math.min(0, low);
    const missing = Math.max(0, this.leastSpan - (high - low));
    if (!this.startsAtZero) low -= missing / 2;
    high += this.startsAtZero ? missing : missing / 2;
    const step = niceStep((high - low) / this.unit.metres, 3) * this.unit.metres;
    return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  }

  #drawChosen(context) {
    if (!this.chosen || this.chosen.to <= this.chosen.from) return;
    const from = this.#x(this.track.distance[this.chosen.from]);
    const to = this.#x(this.track.distance[this.chosen.to - 1]);
    context.fillStyle = this.base.colour("--chosen");
    context.fillRect(from, Chart.top, Math.max(2, to - from), this.base.height - Chart.top - Chart.bottom);
  }

  #drawAxes(context) {
    const { range, base } = this;
    Object.assign(context, {
      font: "12px system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif", textBaseline: "middle", textAlign: "right",
    });
    const [grid, quiet] = [base.colour("--line"), base.colour("--quiet")];
    for (let count = 0; count <= Math.round((range.high - range.low) / range.step); count++) {
      const value = range.low + count * range.step;
      const y = Math.round(this.#y(value));
      context.fillStyle = grid;
      context.fillRect(Chart.left, y, base.width - Chart.left - Chart.right, 1);
      context.fillStyle = quiet;
      context.fillText(this.#number(value / this.unit.metres), Chart.left - 6, y);
    }
    this.#drawDistances(context);
    this.#drawStops(context);
  }

  #drawDistances(context) {
    const { units, base } = this;
    const unit = this.span < 2 * units.far.metres ? units.near : units.far;
    const step = niceStep(this.span / unit.metres, Math.max(2, base.width / 110));
    for (let value = 0; value * unit.metres <= this.span * 1.0001; value += step) {
      const x = this.#x(value * unit.metres);
      const text = value === 0 ? "0" : `${this.#number(value)} ${unit.name}`;
      const half = context.measureText(text).width / 2;
      context.textAlign = "left";
      context.fillText(text, Math.max(Chart.left, Math.min(base.width - 2 * half - 2, x - half)), base.height - 8);
    }
  }

  #drawStops(context) {
    context.beginPath();
    for (const stop of this.track.stops) {
      if (!stop.session || stop.session.to === stop.session.from) continue;
      const index = Math.min(stop.session.to - 1, this.track.indexAt(stop.arrival, stop.session.from, stop.session.to));
      const x = Math.round(this.#x(this.track.distance[index])) + 0.5;
      context.moveTo(x, Chart.top);
      context.lineTo(x, this.base.height - Chart.bottom);
    }
    Object.assign(context, { lineWidth: 1, strokeStyle: this.base.colour("--quiet") });
    context.setLineDash([2, 4]);
    context.stroke();
    context.setLineDash([]);
  }

  #number(value) {
    return String(Number(value.toFixed(3)));
  }

  /** Of each column of pixels the first, least, greatest and last value: what a line through all of them covers. */
  #paths() {
    const { track, values } = this;
    const [line, area] = [new Path2D(), new Path2D()];
    const floor = this.#y(this.range.low);
    let [isOpen, column, x] = [false, NaN, 0];
    let [least, greatest, last] = [0, 0, 0];
    const add = (y) => {
      line.lineTo(x, y);
      area.lineTo(x, y);
    };
    const flush = () => {
      for (const y of [least, greatest, last]) add(y);
    };
    const close = () => {
      if (!isOpen) return;
      flush();
      area.lineTo(x, floor);
      area.closePath();
      isOpen = false;
    };
    for (let index = 0; index < track.count; index++) {
      if (Number.isNaN(values[index]) || track.begins[index]) close();
      if (Number.isNaN(values[index])) continue;
      const y = this.#y(values[index]);
      const left = this.#x(track.distance[index]);
      if (isOpen && Math.floor(left) === column) {
        [least, greatest, last] = [Math.min(least, y), Math.max(greatest, y), y];
        continue;
      }
      if (isOpen) flush();
      [column, x] = [Math.floor(left), left];
      if (!isOpen) {
        line.moveTo(x, y);
        area.moveTo(x, floor);
        isOpen = true;
      }
      add(y);
      [least, greatest, last] = [y, y, y];
    }
    close();
    return { line, area };
  }

  #listen(pointed) {
    const canvas = this.overlay.canvas;
    const at = (event) => {
      if (this.track.count === 0) return;
      const left = event.clientX - canvas.getBoundingClientRect().left - Chart.left;
      pointed(this.track.indexAtDistance((left / (this.base.width - Chart.left - Chart.right)) * this.span));
    };
    canvas.addEventListener("pointermove", at);
    canvas.addEventListener("pointerdown", at);
    canvas.addEventListener("pointerleave", () => pointed());
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || this.track.count === 0) return;
      event.preventDefault();
      const pixels = (this.span / Math.max(1, this.base.width)) * 4 * step;
      pointed(this.track.indexAtDistance((this.track.distance[this.cursor ?? 0]) + pixels));
    });
  }
}
