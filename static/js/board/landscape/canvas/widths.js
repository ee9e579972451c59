/** How wide texts are on a canvas, and what of them fits into a width. Each text is measured once in each font. */
import { tailCut } from "../../../format.js";

const MOST = 20_000; // widths that are kept; beyond them all are forgotten

/** `context` is that of the canvas; its font counts. */
export function createWidths(context) {
  const widths = new Map();
  let kept = 0;

  function widthOf(text) {
    const { font } = context;
    if (!widths.has(font)) widths.set(font, new Map());
    const ofFont = widths.get(font);
    let width = ofFont.get(text);
    if (width === undefined) {
      kept += 1;
      if (kept > MOST) {
        for (const others of widths.values()) others.clear();
        kept = 1;
      }
      width = context.measureText(text).width;
      ofFont.set(text, width);
    }
    return width;
  }

  /** The text, or as many of its last letters as fit into the room; at least one letter. */
  function cut(text, room) {
    if (widthOf(text) <= room) return text;
    let [fits, most] = [2, Math.max(2, text.length - 1)];
    while (fits < most) {
      const middle = Math.ceil((fits + most) / 2);
      if (widthOf(tailCut(text, middle)) <= room) fits = middle;
      else most = middle - 1;
    }
    return tailCut(text, fits);
  }

  return { widthOf, cut };
}
