/** Values of the chosen thing beside it on the board: the controls of its panel once more, where the thing stands. */
const GAP_PX = 6;

let form = null;

const boardOf = () => document.getElementById("board");

/** What the board shows of a thing, or null: the block of a pod, the card or the square of a node. */
function standing({ kind, key }) {
  const marks = kind === "Pod" ? ["data-pod", "data-slot"] : ["data-node-card"];
  const selector = marks.map((mark) => `[${mark}="${CSS.escape(key)}"]`).join(", ");
  return [...boardOf().querySelectorAll(selector)].find((element) => element.checkVisibility()) ?? null;
}

/** Where the controls stand, in pixels of `room`: below the thing, above it where there is no space. Pure. */
export function placeBeside(thing, { width, height }, room) {
  const below = thing.bottom + GAP_PX;
  const above = thing.top - GAP_PX - height;
  const top = below + height <= room.bottom || above < room.top ? below : above;
  return {
    x: Math.max(room.left, Math.min(thing.left, room.right - width)),
    y: Math.max(room.top, Math.min(top, room.bottom - height)),
  };
}

/** Puts the controls to where their thing stands now; without one to the lower left corner of the board. */
export function follow() {
  if (!form) return;
  const board = boardOf().getBoundingClientRect();
  const room = document.querySelector(".stage").getBoundingClientRect();
  const thing = standing(form.dataset)?.getBoundingClientRect()
    ?? { left: room.left, top: room.bottom, bottom: room.bottom };
  const { x, y } = placeBeside(thing, form.getBoundingClientRect(), { ...room.toJSON(), left: board.left });
  form.style.setProperty("--x", `${Math.round(x - board.left)}px`);
  form.style.setProperty("--y", `${Math.round(y - board.top)}px`);
}

/** Takes the controls away, unless they are those of `thing`. */
export function leave(thing = null) {
  if (!form || (thing && form.dataset.kind === thing.kind && form.dataset.key === thing.key)) return;
  form.remove();
  form = null;
}

/** Puts the controls beside their thing; `onClose()` when a person takes them away. A page without a board has none. */
export function putBeside(next, onClose) {
  if (!boardOf()?.querySelector("#zones")) return null;
  form?.remove();
  form = next;
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector(".on-board-close").addEventListener("click", onClose);
  boardOf().append(form);
  follow();
  return form;
}

/** Keeps them there while the board is scrolled, or gets another size. */
export function watchBoard() {
  const zones = document.getElementById("zones");
  if (!zones) return;
  zones.addEventListener("scroll", follow, { passive: true, capture: true });
  new ResizeObserver(follow).observe(zones);
}
