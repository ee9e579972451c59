/** Words on the canvas of a landscape: names and amounts in its squares, names of groups and pools above them. */
import { t } from "../../../i18n.js";
import { INKS } from "./colours.js";
import { createWidths } from "./widths.js";

const NAMED_PX = 38; // of a side from which a square has a name and a word
const AMOUNT_PX = 56;
const FONT_PX = 11;
const PAD_PX = 4;

/** `context` is that of the canvas. */
export function createTexts(context) {
  const { widthOf, cut } = createWidths(context);
  let family = null;

  /** A line of words on the ground of its square, which keeps the hatch off them. */
  function words(text, x, y, room, ink, ground) {
    if (!text) return;
    const shown = cut(text, room);
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(x - 2, y - FONT_PX, widthOf(shown) + 4, FONT_PX + 3);
    }
    context.fillStyle = ink;
    context.fillText(shown, x, y);
  }

  /** One sort of words after the other, because it takes long to set a font. */
  function paintWords(squares, { camera, side, colours: now }, fonts) {
    const room = side - 2 * PAD_PX;
    const named = squares.filter(({ pale }) => !pale).map(({ node, short, kind, reason, word, x, y }) => ({
      x: x * camera.z + camera.x + PAD_PX,
      y: y * camera.z + camera.y + PAD_PX,
      ground: reason === null ? null : now[`${INKS[kind]}-soft`],
      ink: now[INKS[kind]] ?? now["ink-3"],
      short,
      word,
      cpuOf: node.requested.cpuOf,
    }));
    context.font = fonts.bold;
    for (const { short, x, y, ground } of named) words(short, x, y + FONT_PX - 2, room, now.ink, ground);
    context.font = fonts.small;
    for (const { cpuOf, x, y, ground } of side >= AMOUNT_PX ? named : []) {
      if (widthOf(cpuOf) <= room) words(cpuOf, x, y + 2 * FONT_PX + 2, room, now["ink-2"], ground);
    }
    context.font = fonts.plain;
    for (const { word, x, y, ground, ink } of named) words(word, x, y + side - 2 * PAD_PX - 1, room, ink, ground);
  }

  /** Names of groups and pools above their squares, cut to their width. */
  function paintNames({ level, head, areas }, { camera, colours: now }, fonts) {
    if (level === "none") return;
    const write = (text, x, y, width, ink) => words(text, x * camera.z + camera.x, y * camera.z + camera.y - 4,
      width * camera.z, ink, null);
    for (const { name, x, y, width, pools } of areas) {
      context.font = fonts.bold;
      write(name || t("ui.zone.none"), x, y + head, width, now["ink-2"]);
      if (level !== "pools") continue;
      context.font = fonts.plain;
      pools.forEach((pool, i) => {
        const end = pools[i + 1]?.x ?? x + width;
        write(pool.name, pool.x, pool.y, end - pool.x - PAD_PX, now["ink-3"]);
      });
    }
  }

  return {
    /**
     * Draws the texts of these squares as a camera sees them: {camera, side: of a square in pixels of the screen,
     * colours}. The names of groups are those of a layout.
     */
    draw(squares, layout, sight) {
      family ??= getComputedStyle(context.canvas).fontFamily;
      const fonts = {
        bold: `600 ${FONT_PX}px ${family}`, plain: `${FONT_PX}px ${family}`, small: `${FONT_PX - 1}px ${family}`,
      };
      paintNames(layout, sight, fonts);
      if (sight.side >= NAMED_PX) paintWords(squares, sight, fonts);
    },
  };
}
