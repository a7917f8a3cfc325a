// Moving the map by mouse, fingers, wheel, keys and buttons.

/** `pointed` is told which pixel is pointed at, or nothing. */
function listenToGestures(map, pointed) {
  const canvas = map.overlay.canvas;
  const pointers = new Map();
  const redraw = eachFrame(() => map.draw());
  const pixel = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const change = (move) => {
    map.isWhole = false;
    move(map.view);
    redraw();
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pixel(event));
    canvas.classList.add("moving");
    if (event.pointerType === "touch") pointed(...pixel(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const to = pixel(event);
    const from = pointers.get(event.pointerId);
    if (!from) return pointed(...to);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      change((view) => pinch(view, other, from, to));
    } else {
      change((view) => view.pan(to[0] - from[0], to[1] - from[1]));
    }
    pointers.set(event.pointerId, to);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) canvas.classList.remove("moving");
    });
  }
  canvas.addEventListener("pointerleave", () => pointed());
  canvas.addEventListener("dblclick", (event) => change((view) => view.zoomBy(1, ...pixel(event))));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    // Lines and pages as mice have them, pixels as touchpads do; the latter pinch with the control key.
    const pixels = event.deltaY * [1, 20, 400][event.deltaMode];
    const steps = (-pixels / 200) * (event.ctrlKey ? 4 : 1);
    change((view) => view.zoomBy(Math.max(-1, Math.min(1, steps)), ...pixel(event)));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    change(move);
  });
  document.querySelector("#closer").addEventListener("click", () => change((view) => view.zoomBy(1)));
  document.querySelector("#farther").addEventListener("click", () => change((view) => view.zoomBy(-1)));
  document.querySelector("#whole").addEventListener("click", () => map.show());
}

const KEYS = {
  ArrowLeft: (view) => view.pan(60, 0),
  ArrowRight: (view) => view.pan(-60, 0),
  ArrowUp: (view) => view.pan(0, 60),
  ArrowDown: (view) => view.pan(0, -60),
  "+": (view) => view.zoomBy(1),
  "=": (view) => view.zoomBy(1),
  "-": (view) => view.zoomBy(-1),
};

/** One of two fingers moves; what lies between them stays between them. */
function pinch(view, still, from, to) {
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [before, after] = [middle(still, from), middle(still, to)];
  view.pan(after[0] - before[0], after[1] - before[1]);
  const apart = (finger) => Math.max(10, Math.hypot(finger[0] - still[0], finger[1] - still[1]));
  view.zoomBy(Math.log2(apart(to) / apart(from)), ...after);
}

/** Does something before the next frame, however often it is asked to. */
function eachFrame(work) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      work();
    });
  };
}
