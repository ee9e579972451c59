/**
 * The hand of the toy: a pod of the tray is dragged and let go, pressed, or aimed with the arrow keys. What is thrown
 * hangs in the air as a copy until the board takes it.
 */

const DRAG_PX = 6; // below it a press is a click
const THROWN_PX = 40; // so far from the tray a pod is thrown, and does not fall back

/** The node at a point of the page, or null. */
const nodeAt = (root, { clientX: x, clientY: y }) => {
  const card = document.elementFromPoint(x, y)?.closest("[data-node-card]");
  return card && root.contains(card) ? card.dataset.nodeCard : null;
};

/** A copy of the pod on a button, where it stands on the page. */
function copyOf(button) {
  const body = button.querySelector(".toy-body");
  const copy = body.cloneNode(true);
  const bands = body.querySelectorAll(".band"); // of two priorities, of which the tray hides one
  for (const [k, band] of [...copy.querySelectorAll(".band")].entries()) if (!bands[k].checkVisibility()) band.remove();
  const { left, top, width, height } = body.getBoundingClientRect();
  copy.classList.add("toy-ghost");
  for (const [side, px] of Object.entries({ left, top, width, height })) copy.style.setProperty(side, `${px}px`);
  return copy;
}

const cardsOf = (root) => [...root.querySelectorAll("[data-node-card]")];

/** Marks the node that is aimed at, or none. */
function markNode(root, node) {
  for (const card of cardsOf(root)) card.toggleAttribute("data-aimed", card.dataset.nodeCard === node);
}

/**
 * A pod is dragged from the tray, and let go over a node or far enough from the tray: `release(button, node, ghost)`.
 * `takesClick()`: whether the click that now comes only ends a drag.
 */
function bindDragging(root, tray, { overlay, release }) {
  let drag = null; // {button, x, y, ghost: null until it moves}
  let swallows = false; // the click that ends a drag is none

  function end() {
    if (drag) delete drag.button.dataset.held;
    drag = null;
    markNode(root, null);
  }

  tray.addEventListener("pointerdown", (event) => {
    swallows = false;
    const button = event.target.closest(".toy-pod");
    if (!button || button.disabled || event.button !== 0) return;
    drag = { button, x: event.clientX, y: event.clientY, ghost: null };
    button.setPointerCapture(event.pointerId);
  });
  tray.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(dx, dy) < DRAG_PX) return;
    if (!drag.ghost) {
      drag.ghost = copyOf(drag.button);
      overlay.append(drag.ghost);
      drag.button.dataset.held = "";
    }
    drag.ghost.style.setProperty("translate", `${dx}px ${dy}px`);
    markNode(root, nodeAt(root, event));
  });
  tray.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { button, ghost, y } = drag;
    const node = ghost ? nodeAt(root, event) : null;
    const thrown = node !== null || y - event.clientY > THROWN_PX;
    swallows = ghost !== null;
    end();
    if (!ghost) return;
    if (thrown) release(button, node, ghost);
    else ghost.remove();
  });
  tray.addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    end();
  });

  return {
    takesClick() {
      const taken = swallows;
      swallows = false;
      return taken;
    },
  };
}

/** The arrow keys aim the pod that has the focus: `nodeFor(button)` is the node it is aimed at, or null. */
function bindAiming(root, tray, words) {
  let aim = null; // {button, node}

  tray.addEventListener("keydown", (event) => {
    const button = event.target.closest(".toy-pod");
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!button || !way) return;
    event.preventDefault();
    const places = [null, ...cardsOf(root).map(({ dataset }) => dataset.nodeCard)];
    const at = places.indexOf(aim?.node ?? null);
    const node = places[(at + way + places.length) % places.length];
    aim = { button, node };
    markNode(root, node);
    words.textContent = node ? root.dataset.aimed.replace("{node}", node) : root.dataset.free;
  });
  tray.addEventListener("focusout", () => {
    aim = null;
    markNode(root, null);
  });
  tray.addEventListener("focusin", ({ target }) => {
    if (aim && aim.button !== target) aim = null;
  });

  return { nodeFor: (button) => (aim?.button === button ? aim.node : null) };
}

/** `onThrow({size, node, ghost})`: `node` is null where the scheduler chooses; `ghost` is the copy in the air. */
export function createHand(root, { onThrow }) {
  const tray = root.querySelector("[data-toy-tray]");
  const words = root.querySelector("[data-toy-say]");
  const overlay = root.querySelector("[data-toy-overlay]");
  const mark = (node) => markNode(root, node);
  const dragged = bindDragging(root, tray, { overlay, release });
  const aimed = bindAiming(root, tray, words);

  function release(button, node, ghost) {
    mark(null);
    overlay.append(ghost);
    onThrow({ size: button.value, node, ghost });
  }

  tray.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (dragged.takesClick() || !button?.value) return;
    const node = aimed.nodeFor(button);
    release(button, node, copyOf(button));
    if (node) mark(node);
  });

  function throwAt(size, node) {
    const button = tray.querySelector(`.toy-pod[value="${size}"]`);
    if (!button.disabled) release(button, node, copyOf(button));
  }

  root.addEventListener("click", ({ target }) => {
    if (root.classList.contains("is-live")) return; // the board says which node it was
    const card = target.closest("[data-node-card]");
    if (card) throwAt("medium", card.dataset.nodeCard);
  });

  return {
    /** A pod is thrown at a node by a press on the node itself. */
    throwAt,
    /** Which pods may be thrown, and with what priority they look. */
    render({ open, important }) {
      for (const button of tray.querySelectorAll(".toy-pod")) button.disabled = !open;
      tray.toggleAttribute("data-important", important);
    },
  };
}
