/** The space that the board has, measured where it stands. The only module of the layout that reads the document. */

const BASE_PX = 13;
/** A phone in either hand: upright it is narrow, on its side it is low. */
export const PHONE = "(max-width: 767px), (max-height: 499px)";
/** Upright it has pages, side by side, of which one is seen. */
export const PAGED = "(max-width: 767px) and (min-height: 500px)";
const PADDING_PX = 16; // --s4, on either side of the zones

/**
 * Keeps the width of a scrollbar free, whether there is one or not: else the layout would depend on what stood here
 * before. The padding at that side gives way to it.
 */
export function reserveScrollbar(root) {
  root.style.setProperty("--scrollbar", "0px");
  const borders = root.clientLeft * 2;
  root.style.setProperty("--scrollbar", `${Math.min(PADDING_PX, root.offsetWidth - root.clientWidth - borders)}px`);
}

/** The size of what is read: 1, on a projector more. */
export function readingSize() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / BASE_PX;
}

/** Whether the inspector is a drawer: on a narrow page, and on a projector. The page's own style sheet decides. */
export function isNarrow() {
  return matchMedia(document.getElementById("narrow")?.media ?? "not all").matches;
}

/** Whether the page is so low that truths say it in fewer lines. */
export const isLow = () => !isPhone() && matchMedia("(max-height: 819px)").matches;

export const isPhone = () => matchMedia(PHONE).matches;

/** Whether the board is a page of an upright phone, with its nodes in two columns; a presenter's is not. */
export const isPaged = () => matchMedia(PAGED).matches && Boolean(document.querySelector("#board:not(.presents)"));

/** Whether one node is seen at a time. */
export const isSingle = () => isPhone() && !isPaged();

/** The pixel at which nodes and charts end: the lower edge of the stage, or the line of a lesson that stands there. */
export function bottomOf(stage) {
  const line = stage.querySelector(":scope > .board-line");
  return stage.getBoundingClientRect().bottom - (line?.offsetHeight ?? 0);
}

/** Pixels for nodes: the height of their element, or while a chart stands below them, all to the end of the stage. */
function heightOf(root) {
  const stage = root.parentElement;
  if (!stage?.querySelector(":scope > .spread-stage:not([hidden])")) return root.clientHeight;
  return bottomOf(stage) - root.getBoundingClientRect().top;
}

/**
 * @returns {{width: number, height: number, window: number, k: number, phone: boolean, paged: boolean, medium: boolean,
 *   projector: boolean}} pixels between the paddings, pixels of height, pixels of the window; `k` = size of what is
 *   read; `phone`: one node is seen at a time, `paged`: the page of an upright phone
 */
export function measureSpace(root) {
  const html = document.documentElement;
  return {
    width: root.offsetWidth - 2 * PADDING_PX, height: heightOf(root), window: innerWidth, k: readingSize(),
    phone: isSingle(), paged: isPaged(), medium: isNarrow() && !isSingle(),
    projector: html.classList.contains("projector"),
  };
}
