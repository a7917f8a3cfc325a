// Puts the parts of the page together.

const data = JSON.parse(document.querySelector("#track").textContent);
const units = new Units(data.units);
const clock = new Clock(data.zone, data.offsets);
const track = new Track(data);
const scale = new SpeedScale(track.speed, units);
const tiles = data.tiles && new Tiles(data.tiles, () => redrawMap());
const map = new TrackMap(track, scale, clock, units, tiles);
const redrawMap = eachFrame(() => map.draw());
const speedUnit = { name: units.speed, metres: units.metresPerSecond, text: (value) => units.speedText(value) };
const heightUnit = { name: units.near.name, metres: units.near.metres, text: (value) => units.heightText(value) };
const charts = [
  new Chart(document.querySelector("#speed-chart"), track, units, {
    values: track.speed, unit: speedUnit, leastSpan: 2, startsAtZero: true, pointed: pointInChart,
    ink: (context, low, high) => speedGradient(context, low, high),
  }),
  new Chart(document.querySelector("#height-chart"), track, units, {
    values: track.height, unit: heightUnit, leastSpan: 20, startsAtZero: false, pointed: pointInChart,
    ink: (context, low, high, layer) => layer.colour("--accent"),
  }),
];

/** The colours of the map, each at the height of its speed. */
function speedGradient(context, low, high) {
  const { low: from, high: to } = charts[0].range;
  const gradient = context.createLinearGradient(0, low, 0, high);
  for (const [colour, css] of scale.css.entries()) {
    const speed = (colour + 0.5) / scale.perSpeed;
    const share = (speed - from) / (to - from);
    if (share <= 1) gradient.addColorStop(share, css);
  }
  return gradient;
}

/** Shows a fix in map and charts at once; none without an index. */
function pointAt(index, place) {
  for (const part of [map, ...charts]) {
    part.cursor = index;
    part.drawCursor();
  }
  const readout = document.querySelector("#readout");
  readout.hidden = index === undefined && place === undefined;
  if (place) readout.textContent = placeText(place);
  else if (index !== undefined) readout.textContent = fixText(index);
}

function pointInChart(index) {
  if (index !== undefined) map.reveal(index);
  pointAt(index);
}

function fixText(index) {
  const [speed, height] = [track.speed[index], track.height[index]];
  return [
    clock.seconds(track.time[index]), units.distanceText(track.distance[index]),
    Number.isNaN(speed) ? undefined : units.speedText(speed), Number.isNaN(height) ? undefined : units.heightText(height),
  ].filter((part) => part !== undefined).join("  ·  ");
}

function placeText(place) {
  if (place.kind === "mark") return [clock.moment(place.arrival), place.text].filter(Boolean).join("  ·  ");
  return `Stop of ${durationText(place.duration)}  ·  ${map.label(place)}`;
}

function choosePart({ from, to }) {
  for (const chart of charts) {
    chart.chosen = { from, to };
    chart.draw();
  }
  map.show(from, to);
}

function resize() {
  for (const part of [map, ...charts]) part.resize();
}

function redraw() {
  for (const part of [map, ...charts]) part.draw();
}

/** Light or dark: as the system has it, until the button is pressed. */
function listenToTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  if (tiles) tiles.isDark = isDark;
  system.addEventListener("change", redraw);
  document.querySelector("#theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    redraw();
  });
}

function showLegend() {
  const legend = document.querySelector("#speeds");
  legend.hidden = !scale.isUsed;
  legend.querySelector("i").style.background = `linear-gradient(to right, ${scale.css.join(", ")})`;
  legend.querySelector("span:last-child").textContent = `${Number(scale.end.toFixed(0))} ${units.speed}`;
  const credit = document.querySelector("#credit");
  credit.textContent = tiles?.credit ?? "";
  credit.hidden = credit.textContent === "";
  document.querySelector("#made").textContent = `Made by ${document.querySelector("meta[name=generator]").content}.`;
}

showTotals(track, clock, units);
showTrips(track, clock, units, choosePart);
showStops(track, clock, (stop) => map.showPlace(stop));
showMarks(track, clock, (mark) => map.showPlace(mark));
showLegend();
listenToTheme();
listenToGestures(map, (left, top) => {
  if (left === undefined) return pointAt();
  pointAt(map.nearest(left, top), map.placeAt(left, top));
});
resize();
new ResizeObserver(eachFrame(resize)).observe(document.querySelector("main"));
