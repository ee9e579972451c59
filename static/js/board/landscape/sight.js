/** What of a landscape is seen: the camera, the lens over a square, and the square at which the keyboard stands. */
import { setAttr, setText } from "../../el.js";
import { listed } from "../../i18n.js";
import { moved, revealing, WHOLE, zoomed } from "./camera.js";
import { boxOf, putOver, squareOn } from "./ground.js";
import { createLens, linesOf } from "./lens.js";

/** `painter` and `anchors` draw what is seen; `cursor` stands over a square, `status` is read out. */
export function createSight(ground, { field, painter, anchors, cursor, status }) {
  const lens = createLens();
  field.append(lens.element);

  function draw() {
    painter.draw(ground.camera, ground.room, ground.layout);
    anchors.follow();
    if (ground.squares.length) putOver(cursor, ground, ground.at);
  }

  function look(camera) {
    ground.camera = camera;
    lens.hide();
    draw();
  }

  /** Brings square number `i` into what is seen; the keyboard stands there. */
  function reveal(i) {
    ground.at = i;
    look(revealing(ground.camera, squareOn(ground, i), ground.room));
  }

  function showLens(i) {
    if (i < 0 || !ground.squares[i]) lens.hide();
    else lens.show(ground.squares[i], boxOf(ground, i), ground.room);
  }

  const wordsAt = (i) => listed(linesOf(ground.squares[i]));
  const zoom = (by, point) => look(zoomed(ground.camera, by, point, ground.room));

  return {
    draw, reveal, showLens, zoom,
    hideLens: lens.hide,
    whole: () => look(WHOLE),
    move: (dx, dy) => look(moved(ground.camera, dx, dy, ground.room)),
    zoomAtMiddle: (by) => zoom(by, [ground.room.width / 2, ground.room.height / 2]),
    /** The keyboard goes to square number `i`. */
    standAt(i, { speaks = true } = {}) {
      ground.from = null;
      const label = wordsAt(i);
      setAttr(cursor, "aria-label", label);
      if (speaks) setText(status, label);
      reveal(i);
      showLens(i);
    },
    /** The square at which the keyboard stands shows something else. */
    label() {
      cursor.hidden = !ground.squares.length;
      if (!cursor.hidden) setAttr(cursor, "aria-label", wordsAt(ground.at));
    },
  };
}
