/** The inspector as a sheet of the phone: a third, two thirds or all of the screen, dragged, flung or by keys. */

const SNAPS = ["third", "two", "full"];
const HEIGHTS = [0.25, 0.44, 0.7]; // shares of the screen, as the style sheet has them
const FLING_PX_PER_MS = 0.5;
const DRAG_PX = 8;
const KEYS = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 };

/** Where a sheet of this share of the screen comes to rest; a fling (`speed` downward) goes one place on. Pure. */
export function snapFor(share, speed = 0) {
  const distances = HEIGHTS.map((h) => Math.abs(h - share));
  const nearest = distances.indexOf(Math.min(...distances));
  if (Math.abs(speed) < FLING_PX_PER_MS) return SNAPS[nearest];
  const onward = speed < 0 ? HEIGHTS.findIndex((h) => h > share) : HEIGHTS.findLastIndex((h) => h < share);
  return SNAPS[onward < 0 ? (speed < 0 ? 2 : 0) : onward];
}

/** `grab` is the handle, `body` the content whose height is dragged. */
export function createSheet({ app, grab, body, clock }) {
  const setSize = (size) => { app.dataset.sheet = size; };
  const sizeNow = () => SNAPS.indexOf(app.dataset.sheet);
  let drag = null;

  function heightPx() {
    const below = app.querySelector(".time")?.offsetHeight ?? 0;
    return Math.max(0, app.getBoundingClientRect().bottom - body.getBoundingClientRect().top - below);
  }

  function begin(event) {
    const { clientY, timeStamp } = event;
    drag = { from: clientY, at: clientY, time: timeStamp, speed: 0, height: heightPx(), moved: false };
    grab.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!drag) return;
    const dt = Math.max(1, event.timeStamp - drag.time);
    Object.assign(drag, { speed: (event.clientY - drag.at) / dt, at: event.clientY, time: event.timeStamp });
    if (!drag.moved && Math.abs(drag.at - drag.from) < DRAG_PX) return;
    drag.moved = true;
    setSize("two"); // the layout with nodes above; the height is the finger's
    app.style.setProperty("--sheet", `${Math.max(0, drag.height - (drag.at - drag.from))}px`);
  }

  function end() {
    if (!drag) return;
    const { moved, height, at, from, speed } = drag;
    drag = null;
    app.style.removeProperty("--sheet");
    if (!moved) return;
    setSize(snapFor((height - (at - from)) / innerHeight, speed));
    grab.dataset.dragged = "1";
    clock.timer(0, () => { delete grab.dataset.dragged; }); // the click that may follow is the end of the drag
  }

  grab.addEventListener("pointerdown", begin);
  grab.addEventListener("pointermove", move);
  grab.addEventListener("pointerup", end);
  grab.addEventListener("pointercancel", end);
  grab.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    setSize(SNAPS[Math.max(0, Math.min(SNAPS.length - 1, sizeNow() + by))]);
  });
  grab.addEventListener("click", () => {
    if (grab.dataset.dragged) delete grab.dataset.dragged;
    else setSize(SNAPS[(sizeNow() + 1) % SNAPS.length]);
  });
}
