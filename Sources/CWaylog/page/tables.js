// Totals, trips, stops and marks as text. Names go in as text only, never as markup.

/** An element with text or elements in it. */
function element(name, className, ...contents) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...contents);
  return made;
}

/** A table in a place of the page; `chosen` is told which item's row was chosen. */
function showTable(place, title, columns, items, chosen) {
  if (items.length === 0) return;
  const rows = items.map((item) => {
    const row = element("tr", "", ...columns.map(([, text, kind]) => element("td", kind, text(item))));
    row.tabIndex = 0;
    const choose = () => {
      for (const other of document.querySelectorAll("tr.chosen")) other.classList.remove("chosen");
      row.classList.add("chosen");
      chosen(item);
    };
    row.addEventListener("click", choose);
    row.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    });
    return row;
  });
  const heads = columns.map(([name, , kind]) => {
    const head = element("th", kind, name);
    head.scope = "col";
    return head;
  });
  document.querySelector(place).replaceChildren(
    element("h2", "", title),
    element("table", "", element("thead", "", element("tr", "", ...heads)), element("tbody", "", ...rows)));
}

/** A time of day, with the date where the track knows more than one. */
function moments(track, clock) {
  const spans = sessionSpans(track).flat();
  const day = new Set(spans.map((time) => clock.date(time))).size === 1 ? spans[0] : undefined;
  return (time, before = day) => clock.moment(time, before);
}

function showTrips(track, clock, units, chosen) {
  const moment = moments(track, clock);
  const columns = [
    ["", (trip) => String(track.trips.indexOf(trip) + 1), "number"],
    ["Departure", (trip) => moment(trip.departure)],
    ["Arrival", (trip) => moment(trip.arrival, trip.departure)],
    ["Duration", (trip) => durationText(trip.arrival - trip.departure), "number"],
    ["Distance", (trip) => units.distanceText(trip.metres), "number"],
    ["Fastest", (trip) => (Number.isNaN(trip.fastest) ? "–" : units.speedText(trip.fastest)), "number"],
  ];
  if (track.sessions.length > 1) columns.splice(1, 0, ["Track", (trip) => sessionTitle(trip.session), "text"]);
  showTable("#trips", "Trips", columns, track.trips, chosen);
}

function showStops(track, clock, chosen) {
  const moment = moments(track, clock);
  const columns = [
    ["Arrival", (stop) => moment(stop.arrival)],
    ["Departure", (stop) => (stop.departure === null ? "still there" : moment(stop.departure, stop.arrival))],
    ["Duration", (stop) => durationText(stop.duration), "number"],
  ];
  if (track.stops.some((stop) => stop.kind === "off")) {
    columns.push(["", (stop) => (stop.kind === "off" ? "switched off" : "")]);
  }
  showTable("#stops", "Stops", columns, track.stops, chosen);
}

function showMarks(track, clock, chosen) {
  showTable("#marks", "Marks", [
    ["Time", (mark) => moments(track, clock)(mark.arrival)], ["Text", (mark) => mark.text ?? "", "text"],
  ], track.marks, chosen);
}

function sessionTitle(session) {
  return session.name || `Track ${session.number}`;
}

function pageTitle(track, clock) {
  if (track.sessions.length !== 1) return `${track.sessions.length} tracks`;
  const date = track.count ? clock.date(track.time[0]) : "";
  return track.sessions[0].name || (date ? `Track of ${date}` : "Track");
}

function showTotals(track, clock, units) {
  const title = pageTitle(track, clock);
  document.querySelector("#title").textContent = title;
  document.title = title;
  const when = document.querySelector("#when");
  if (track.count === 0) {
    when.textContent = "no fix";
    return;
  }
  const spans = sessionSpans(track);
  const [first, last] = [Math.min(...spans.map((span) => span[0])), Math.max(...spans.map((span) => span[1]))];
  const until = clock.date(first) === clock.date(last) ? "–" : " – ";
  when.textContent = clock.zone === undefined
    ? "times since the start" : `${clock.moment(first)}${until}${clock.moment(last, first)} ${clock.zone}`;
  const { metres, fastest } = track.totals();
  const duration = sum(spans.map(([from, to]) => to - from));
  const moving = sum(track.trips.map((trip) => trip.arrival - trip.departure));
  const totals = [
    ["Distance", units.distanceText(metres)], ["Duration", durationText(duration)], ["On the way", durationText(moving)],
    ["Fastest", Number.isNaN(fastest) ? "–" : units.speedText(fastest)], ["Stops", String(track.stops.length)],
    ["Fixes", String(track.count)],
  ];
  document.querySelector("#totals").replaceChildren(...totals.map(([name, value]) =>
    element("div", "", element("dt", "", name), element("dd", "", value))));
}

/** When the first and the last fix of each session came. */
function sessionSpans(track) {
  return track.sessions.filter((session) => session.to > session.from)
    .map((session) => [track.time[session.from], track.time[session.to - 1]]);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
