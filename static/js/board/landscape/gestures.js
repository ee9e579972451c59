/** What a pointer does on the landscape: points, presses, draws a frame, moves it, comes closer. */
const STILL_PX = 4; // a pointer that moves less presses
const WHEEL = 0.0012;

/**
 * Points are [x, y] in pixels of `field`. `moves()`: whether dragging moves the landscape; with a middle button or Alt
 * it always does. `rubber` = the element of the frame being drawn.
 */
export function createGestures(field, rubber, { moves, onHover, onPress, onFrame, onMove, onZoom }) {
  const fingers = new Map(); // pointerId → point
  let drag = null; // {from, last, moves, far}

  const pointOf = ({ clientX, clientY }) => {
    const { left, top } = field.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };

  const frameOf = ([x, y], [right, bottom]) => ({
    x: Math.min(x, right), y: Math.min(y, bottom), width: Math.abs(right - x), height: Math.abs(bottom - y),
  });

  function drawFrame({ x, y, width, height }) {
    rubber.hidden = false;
    rubber.style.setProperty("translate", `${x}px ${y}px`);
    rubber.style.setProperty("width", `${width}px`);
    rubber.style.setProperty("height", `${height}px`);
  }

  const middle = ([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2];
  const apart = ([[ax, ay], [bx, by]]) => Math.hypot(ax - bx, ay - by);

  /** Two fingers: the place between them stays between them. */
  function pinch(id, point) {
    const before = [...fingers.values()];
    fingers.set(id, point);
    const after = [...fingers.values()];
    const [[x, y], [nx, ny]] = [middle(before), middle(after)];
    onMove(nx - x, ny - y);
    onZoom(apart(after) / Math.max(1, apart(before)), [nx, ny]);
  }

  field.addEventListener("pointerdown", (event) => {
    if (event.button > 1 || event.target.closest(".ls-lens")) return;
    const point = pointOf(event);
    fingers.set(event.pointerId, point);
    field.setPointerCapture(event.pointerId);
    onHover(null);
    const moving = moves() || event.altKey || event.button === 1;
    drag = fingers.size === 1 ? { from: point, last: point, moves: moving, far: false } : null;
    rubber.hidden = true;
  });
  field.addEventListener("pointermove", (event) => {
    const point = pointOf(event);
    if (!fingers.has(event.pointerId)) return onHover(event.pointerType === "touch" ? null : point);
    if (fingers.size === 2) return pinch(event.pointerId, point);
    fingers.set(event.pointerId, point);
    if (!drag) return undefined;
    drag.far ||= apart([drag.from, point]) > STILL_PX;
    if (drag.far && drag.moves) onMove(point[0] - drag.last[0], point[1] - drag.last[1]);
    else if (drag.far) drawFrame(frameOf(drag.from, point));
    drag.last = point;
    return undefined;
  });
  function end(event, cancelled) {
    if (!fingers.delete(event.pointerId)) return;
    const ended = drag;
    drag = null;
    rubber.hidden = true;
    if (!ended || cancelled) return;
    if (!ended.far) onPress(ended.from);
    else if (!ended.moves) onFrame(frameOf(ended.from, ended.last));
  }
  field.addEventListener("pointerup", (event) => end(event, false));
  field.addEventListener("pointercancel", (event) => end(event, true));
  field.addEventListener("pointerleave", () => onHover(null));
  field.addEventListener("wheel", (event) => {
    event.preventDefault();
    onZoom(Math.exp(-event.deltaY * WHEEL), pointOf(event));
  }, { passive: false });
}
