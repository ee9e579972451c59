/** Draws the squares of a landscape on a canvas, all of one look together, so that 5 000 of them are a few paths. */
import { INKS } from "./colours.js";
import { createTexts } from "./texts.js";

const LINED_PX = 5; // of a side from which squares have outlines and hatches
const FILLED = 0.34; // opacity of what is in use
const PALE = 0.18; // of what a search did not find
const FEW = 0.25; // share of the squares up to which those that are seen get paths of their own
const EDGE_PX = 4; // by which the outline of a square may stand out
const TILE = 5; // pixels of a hatch
const SHARP = 2; // pixels of its drawing for each of the screen
/** Lines of the hatches of reasons; playground/pictures/sheet.py has the same ones. */
const HATCHES = ["M-1 6L6 -1M-1 1L1 -1M4 6L6 4", "M-1 -1L6 6M4 -1L6 1M-1 4L1 6", "M0 2.5H5", "M2.5 0V5"];

function hatchOf(context, kind, colour) {
  const tile = document.createElement("canvas");
  tile.width = TILE * SHARP;
  tile.height = TILE * SHARP;
  const brush = tile.getContext("2d");
  brush.scale(SHARP, SHARP);
  brush.strokeStyle = colour;
  brush.globalAlpha = 0.6;
  brush.stroke(new Path2D(HATCHES[kind % HATCHES.length]));
  return context.createPattern(tile, "repeat");
}

/** Squares of one look each, as paths: {kind, reason, pale, ground, full}. */
function looksOf(squares, px) {
  const looks = new Map();
  squares.forEach(({ kind, reason, share, pale, x, y }) => {
    const key = `${kind}|${reason}|${pale}`;
    if (!looks.has(key)) looks.set(key, { kind, reason, pale, ground: new Path2D(), full: new Path2D() });
    const { ground, full } = looks.get(key);
    ground.rect(x, y, px, px);
    const tall = (px * share) / 100;
    if (tall) full.rect(x, y + px - tall, px, tall);
  });
  return [...looks.values()];
}

/** The squares of which a camera shows something in a room; `side` is that of a square in pixels of the screen. */
function visible(squares, { x, y, z }, side, { width, height }) {
  const [left, top] = [-EDGE_PX - side - x, -EDGE_PX - side - y].map((edge) => edge / z);
  const [right, bottom] = [width + EDGE_PX - x, height + EDGE_PX - y].map((edge) => edge / z);
  return squares.filter((square) => square.x > left && square.x < right && square.y > top && square.y < bottom);
}

/** `canvas` is drawn on; `colours()` gives those of the theme. */
export function createPainter(canvas, colours) {
  const context = canvas.getContext("2d");
  const texts = createTexts(context);
  const state = { squares: [], looks: [], px: 0, hatches: new Map(), theme: null };

  function hatch(reason, ink) {
    const key = `${reason % HATCHES.length}|${ink}`;
    if (!state.hatches.has(key)) state.hatches.set(key, hatchOf(context, reason, ink));
    return state.hatches.get(key);
  }

  function paintLook({ kind, reason, pale, ground, full }, now, side) {
    const ink = now[INKS[kind]];
    context.globalAlpha = pale ? PALE : 1;
    context.fillStyle = ink ? now[`${INKS[kind]}-soft`] : now.surface;
    context.fill(ground);
    context.globalAlpha *= FILLED;
    context.fillStyle = ink ?? now["ink-3"];
    context.fill(full);
    context.globalAlpha = pale ? PALE : 1;
    if (side < LINED_PX) return;
    if (reason !== null) {
      const lines = hatch(reason, ink);
      lines.setTransform(new DOMMatrix().scale(state.px / side / SHARP)); // as wide however close one is
      context.fillStyle = lines;
      context.fill(ground);
    }
    context.strokeStyle = ink ?? now["line-2"];
    context.setLineDash(["lost", "nom", "done", "next"].includes(kind) ? [3, 2] : []);
    context.lineWidth = (kind === "win" ? 3 : 1) * (state.px / side);
    context.stroke(ground);
  }

  /** Who is chosen together has a second outline. */
  function paintChosen(squares, side, now) {
    const chosen = squares.filter(({ selected }) => selected);
    if (!chosen.length) return;
    const path = new Path2D();
    for (const { x, y } of chosen) path.rect(x, y, state.px, state.px);
    context.strokeStyle = now.accent;
    context.setLineDash([]);
    context.lineWidth = 2.5 * (state.px / side);
    context.globalAlpha = 1;
    context.stroke(path);
  }

  return {
    /** What is drawn from now on. `squares` = [{node, short, kind, reason, share, word, pale, x, y}] */
    take(squares, px) {
      Object.assign(state, { squares, px, looks: looksOf(squares, px) });
    },
    /** Draws it as a camera sees it, in a room of {width, height} pixels, with the names of a layout. */
    draw(camera, room, layout) {
      if (!layout) return;
      const now = colours();
      if (now !== state.theme) state.hatches.clear();
      state.theme = now;
      const ratio = devicePixelRatio || 1;
      const [wide, tall] = [Math.round(room.width * ratio), Math.round(room.height * ratio)];
      if (canvas.width !== wide) canvas.width = wide;
      if (canvas.height !== tall) canvas.height = tall;
      const side = state.px * camera.z;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, room.width, room.height);
      context.save();
      context.setTransform(ratio * camera.z, 0, 0, ratio * camera.z, ratio * camera.x, ratio * camera.y);
      const seen = visible(state.squares, camera, side, room);
      const looks = seen.length > FEW * state.squares.length ? state.looks : looksOf(seen, state.px);
      for (const look of looks) paintLook(look, now, side);
      paintChosen(seen, side, now);
      context.restore();
      context.globalAlpha = 1;
      texts.draw(seen, layout, { camera, side, colours: now });
    },
  };
}
