/** The edge of the inspector that makes it wider or narrower: dragged, or moved by arrow keys. */
import { store, stored } from "../../browser.js";
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";

const KEY = "podium-inspector-width";
const LEAST_PX = 320;
const MOST_PX = 760;
const LEFT_FOR_BOARD_PX = 640;
const STEP_PX = 24;
const WITH_LEGEND_PX = { id: 1108 }; // of the board, from which on there is space for a legend below it
const WITH_LEGEND_ELSE_PX = 1048;
const WITH_SIZES_PX = 888; // and for all sizes of a step, not only a menu

/** The nearest width that leaves the board its space on a page `across` px wide. Pure. */
export function widthWithin(px, across) {
  return Math.round(Math.max(LEAST_PX, Math.min(px, MOST_PX, across - LEFT_FOR_BOARD_PX)));
}

/** What has no space below a board so wide, in a language: class → whether it applies. Pure. */
export function squeezedAt(px, language) {
  return { tight: px < (WITH_LEGEND_PX[language] ?? WITH_LEGEND_ELSE_PX), tighter: px < WITH_SIZES_PX };
}

const keep = (px) => store(KEY, String(Math.round(px)));

/** Puts the edge into `root`; the style sheet hides it where the inspector is a drawer or a sheet. */
export function createWidth({ app, root }) {
  const edge = el("div.edge", {
    role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t("ui.inspector.width"),
    title: t("ui.inspector.width"),
  });
  let dragged = false;

  function squeeze(boardPx) {
    const squeezed = squeezedAt(boardPx, document.documentElement.lang);
    for (const [name, on] of Object.entries(squeezed)) app.classList.toggle(name, on);
  }

  function set(px) {
    const width = widthWithin(px, innerWidth);
    squeeze(innerWidth - width);
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
      if (dragged) keep(root.getBoundingClientRect().width);
      dragged = false;
    });
  }
  edge.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    keep(set(root.getBoundingClientRect().width + by));
  });
  edge.addEventListener("dblclick", () => {
    app.style.removeProperty("--inspector");
    keep(0);
    restore();
  });
  edge.addEventListener("focus", tellRange);
  root.prepend(edge);
  function restore() {
    const kept = Number(stored(KEY));
    if (kept) set(kept);
    else squeeze(innerWidth - root.getBoundingClientRect().width);
    tellRange();
  }
  addEventListener("resize", restore);
  restore();
}
