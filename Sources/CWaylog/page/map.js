// The map: the track coloured by speed, its places, and a cursor on a layer of its own.

class TrackMap {
  constructor(track, scale, clock, units, tiles) {
    Object.assign(this, { track, scale, clock, units, tiles });
    this.base = new Layer(document.querySelector("#map"));
    this.overlay = new Layer(document.querySelector("#map-cursor"));
    this.view = new View();
    this.isWhole = true;
    this.cursor = undefined;
  }

  resize() {
    this.base.resize();
    this.overlay.resize();
    Object.assign(this.view, { width: this.base.width, height: this.base.height });
    if (this.isWhole) this.view.fit(this.track.bounds());
    this.draw();
  }

  /** Shows a part of the track; all of it without bounds. */
  show(from, to) {
    this.isWhole = from === undefined;
    this.view.fit(this.track.bounds(from, to));
    this.draw();
  }

  showPlace(place) {
    this.isWhole = false;
    Object.assign(this.view, { x: place.x, y: place.y, zoom: Math.max(this.view.zoom, 15) });
    this.draw();
  }

  draw() {
    const { context } = this.base;
    this.base.clear("--map");
    if (this.tiles) this.tiles.draw(context, this.view);
    else this.#drawGrid(context);
    this.#drawTrack(context);
    this.#drawPlaces(context);
    this.#drawScaleBar();
    this.drawCursor();
  }

  /** Moves so that a fix is in sight. */
  reveal(index) {
    const { track, view } = this;
    const [left, top] = [view.left(track.x[index]), view.top(track.y[index])];
    if (left >= 0 && left <= view.width && top >= 0 && top <= view.height) return;
    Object.assign(view, { x: track.x[index], y: track.y[index] });
    this.draw();
  }

  drawCursor() {
    this.overlay.clear();
    if (this.cursor === undefined) return;
    const { track, view, overlay } = this;
    const speed = this.scale.colour(track.speed[this.cursor]);
    drawDot(overlay.context, view.left(track.x[this.cursor]), view.top(track.y[this.cursor]), 7,
      this.scale.css[speed] ?? overlay.colour("--unknown"), overlay.colour("--ink"));
  }

  /** The fix that is drawn nearest to a pixel; undefined if none is near. */
  nearest(left, top, within = 40) {
    const { track, view } = this;
    const x = view.x + (left - view.width / 2) / view.size;
    const y = view.y + (top - view.height / 2) / view.size;
    let [found, best] = [undefined, (within / view.size) ** 2];
    for (let index = 0; index < track.count; index++) {
      const square = (track.x[index] - x) ** 2 + (track.y[index] - y) ** 2;
      if (square < best) [found, best] = [index, square];
    }
    return found;
  }

  /** The stop or mark that is drawn at a pixel. */
  placeAt(left, top) {
    return this.track.places.find(
      (place) => Math.hypot(this.view.left(place.x) - left, this.view.top(place.y) - top) < 12);
  }

  /** Without a map below, lines at round distances give an idea of the size. */
  #drawGrid(context) {
    const step = (niceStep(this.view.metresPerPixel * this.view.width, 12)) / this.view.metresPerPixel;
    const [left, top] = [this.view.width / 2 % step, this.view.height / 2 % step];
    context.beginPath();
    for (let x = left; x < this.view.width; x += step) {
      context.moveTo(Math.round(x) + 0.5, 0);
      context.lineTo(Math.round(x) + 0.5, this.view.height);
    }
    for (let y = top; y < this.view.height; y += step) {
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(this.view.width, Math.round(y) + 0.5);
    }
    context.lineWidth = 1;
    context.strokeStyle = this.base.colour("--grid");
    context.stroke();
  }

  #drawTrack(context) {
    const { casing, paths } = this.#paths();
    Object.assign(context, { lineCap: "round", lineJoin: "round" });
    context.lineWidth = 7;
    context.strokeStyle = this.base.colour("--casing");
    context.stroke(casing);
    context.lineWidth = 4;
    for (const [colour, path] of paths.entries()) {
      context.strokeStyle = this.scale.css[colour] ?? this.base.colour("--unknown");
      context.stroke(path);
    }
  }

  /** A path for each colour; no more than pixels can show, and nothing that lies outside. */
  #paths() {
    const { track, view } = this;
    const casing = new Path2D();
    const paths = Array.from({ length: SpeedScale.colours + 1 }, () => new Path2D());
    let [penLeft, penTop, penColour] = [0, 0, -1];
    for (let index = 0; index < track.count; index++) {
      const [left, top] = [view.left(track.x[index]), view.top(track.y[index])];
      const ends = index + 1 === track.count || track.begins[index + 1];
      if (track.begins[index]) {
        // A round cap makes a dot of a run that is one fix.
        if (ends) addDot(casing, paths[this.scale.colour(track.speed[index])], left, top);
        [penLeft, penTop, penColour] = [left, top, -1];
        continue;
      }
      if (!ends && Math.abs(left - penLeft) + Math.abs(top - penTop) < 1) continue;
      if (isOutside(penLeft, left, view.width) || isOutside(penTop, top, view.height)) {
        [penLeft, penTop, penColour] = [left, top, -1];
        continue;
      }
      const colour = this.scale.colour(track.speed[index]);
      if (penColour === -1) casing.moveTo(penLeft, penTop);
      if (penColour !== colour) paths[colour].moveTo(penLeft, penTop);
      casing.lineTo(left, top);
      paths[colour].lineTo(left, top);
      [penLeft, penTop, penColour] = [left, top, colour];
    }
    return { casing, paths };
  }

  #drawPlaces(context) {
    const [ink, casing] = [this.base.colour("--ink"), this.base.colour("--casing")];
    const taken = [];
    const spots = this.track.places.map((place) => [place, this.view.left(place.x), this.view.top(place.y)])
      .filter(([, left, top]) => !isOutside(left, left, this.view.width) && !isOutside(top, top, this.view.height));
    for (const [place, left, top] of spots) {
      const isMark = place.kind === "mark";
      drawDot(context, left, top, 6, isMark ? ink : casing, isMark ? casing : ink);
      taken.push([left - 8, top - 8, left + 8, top + 8]);
    }
    this.#drawEnds(context, casing, ink);
    context.font = "13px system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif";
    for (const [place, left, top] of spots) this.#drawLabel(context, this.label(place), left, top, taken, ink, casing);
  }

  /** A triangle where the track begins, as for play, and a square where it ends, as for stop. */
  #drawEnds(context, casing, ink) {
    const { track, view } = this;
    if (track.count === 0) return;
    for (const [index, shape] of [[track.count - 1, [[-3, -3], [3, -3], [3, 3], [-3, 3]]], [0, [[-2, -4], [4, 0], [-2, 4]]]]) {
      const [left, top] = [view.left(track.x[index]), view.top(track.y[index])];
      drawDot(context, left, top, 8, casing, ink);
      context.beginPath();
      for (const [right, down] of shape) context.lineTo(left + right, top + down);
      context.fillStyle = ink;
      context.fill();
    }
  }

  label(place) {
    if (place.kind === "mark") return (place.text || this.clock.minutes(place.arrival)).slice(0, 40);
    const departure = place.departure === null ? "" : this.clock.minutes(place.departure);
    return `${this.clock.minutes(place.arrival)}–${departure}`;
  }

  /** Beside the place, or nowhere where there is no room. */
  #drawLabel(context, text, left, top, taken, ink, casing) {
    const width = context.measureText(text).width;
    const room = [[left + 12, top - 9], [left - 12 - width, top - 9], [left - width / 2, top + 10],
      [left - width / 2, top - 28]].map(([x, y]) => [x, y, x + width, y + 18]).find((box) =>
      box[0] > 0 && box[2] < this.view.width - 52 && box[1] > 0 && box[3] < this.view.height - 36
        && !taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]));
    if (!room) return;
    taken.push(room);
    Object.assign(context, { lineWidth: 4, strokeStyle: casing, fillStyle: ink, textBaseline: "middle" });
    context.strokeText(text, room[0], room[1] + 9);
    context.fillText(text, room[0], room[1] + 9);
  }

  #drawScaleBar() {
    const most = 140 * this.view.metresPerPixel;
    const unit = most < this.units.far.metres ? this.units.near : this.units.far;
    const steps = [1, 2, 5].flatMap((factor) => [0, 1, 2, 3, 4].map((power) => factor * 10 ** power));
    const length = Math.max(1, ...steps.filter((step) => step * unit.metres <= most));
    const bar = document.querySelector("#scale-bar span");
    bar.textContent = `${length} ${unit.name}`;
    bar.style.width = `${(length * unit.metres) / this.view.metresPerPixel}px`;
  }
}

/** Whether a line from one coordinate to another misses a span that begins at 0. */
function isOutside(from, to, length) {
  return (from < -8 && to < -8) || (from > length + 8 && to > length + 8);
}

function addDot(casing, path, left, top) {
  for (const one of [casing, path]) {
    one.moveTo(left, top);
    one.lineTo(left, top);
  }
}

function drawDot(context, left, top, radius, fill, stroke) {
  context.beginPath();
  context.arc(left, top, radius, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: fill, strokeStyle: stroke, lineWidth: 2.5 });
  context.fill();
  context.stroke();
}
