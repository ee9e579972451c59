/** The edge of the inspector that makes it wider or narrower: dragged, or moved by arrow keys. */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";

const KEY = "podium-inspector-width";
const LEAST_PX = 320;
const MOST_PX = 760;
const LEFT_FOR_BOARD_PX = 640;
const STEP_PX = 24;

/** The nearest width that leaves the board its room on a page `across` px wide. Pure. */
export function widthWithin(px, across) {
  return Math.round(Math.max(LEAST_PX, Math.min(px, MOST_PX, across - LEFT_FOR_BOARD_PX)));
}

function stored(px) {
  try {
    if (px !== undefined) localStorage.setItem(KEY, String(px));
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null; // a browser that keeps nothing: the width lasts as long as the page
  }
}

/** Puts the edge into `root`; the style sheet hides it where the inspector is a drawer or a sheet. */
export function createWidth({ app, root }) {
  const edge = el("div.edge", {
    role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t("ui.inspector.width"),
    title: t("ui.inspector.width"),
  });
  let dragged = false;

  function set(px) {
    const width = widthWithin(px, innerWidth);
    app.style.setProperty("--inspector", `${width}px`);
    setAttr(edge, "aria-valuenow", width);
    return width;
  }

  function tellRange() {
    setAttr(edge, "aria-valuemin", LEAST_PX);
    setAttr(edge, "aria-valuemax", widthWithin(MOST_PX, innerWidth));
    setAttr(edge, "aria-valuenow", Math.round(root.getBoundingClientRect().width));
  }

  edge.addEventListener("pointerdown", (event) => {
    dragged = true;
    edge.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  edge.addEventListener("pointermove", (event) => {
    if (dragged) set(root.getBoundingClientRect().right - event.clientX);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    edge.addEventListener(end, () => {
      if (dragged) stored(Math.round(root.getBoundingClientRect().width));
      dragged = false;
    });
  }
  edge.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    stored(set(root.getBoundingClientRect().width + by));
  });
  edge.addEventListener("dblclick", () => {
    app.style.removeProperty("--inspector");
    stored(0);
    tellRange();
  });
  edge.addEventListener("focus", tellRange);
  root.prepend(edge);
  const kept = stored();
  if (kept) set(kept);
  tellRange();
}
