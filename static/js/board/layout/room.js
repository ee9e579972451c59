/** The room that the board has, measured where it stands. The only module of the layout that reads the document. */

const BASE_PX = 13;
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

/**
 * @returns {{width: number, height: number, window: number, k: number, phone: boolean, medium: boolean,
 *   projector: boolean}} pixels between the paddings, pixels of height, pixels of the window; `k` = size of what is
 *   read
 */
export function measureRoom(root) {
  const html = document.documentElement;
  return {
    width: root.offsetWidth - 2 * PADDING_PX,
    height: root.clientHeight,
    window: innerWidth,
    k: parseFloat(getComputedStyle(html).fontSize) / BASE_PX,
    phone: matchMedia("(max-width: 767px)").matches,
    medium: matchMedia("(min-width: 768px) and (max-width: 1199px)").matches,
    projector: html.classList.contains("projector"),
  };
}
