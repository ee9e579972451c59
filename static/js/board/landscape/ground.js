/** The ground of a landscape: where the squares of its nodes stand, and what of it is seen. */
import { shortNames } from "../../format.js";
import { readingSize } from "../layout/space.js";
import { closest, WHOLE } from "./camera.js";
import { counted, squaresIn } from "./shown.js";
import { placesIn, squaresFor } from "./squares.js";

const HEAD_PX = 16;

/**
 * {squares: what they show, places: x, y, x, y, …, indexOf: name → number of a square, shorts: name → short name,
 * layout, camera, room: {width, height, most} in pixels, at: the square at which the keyboard stands,
 * from: that at which it began a frame, or null}
 */
export const createGround = () => ({
  squares: [], places: [], indexOf: new Map(), shorts: new Map(), layout: null, camera: WHOLE,
  room: { width: 0, height: 0, most: 1 }, at: 0, from: null, signature: "",
});

/** Names and places, where other nodes stand there than before or the room is another. */
export function layOut(ground, areas, { width, height }) {
  const head = Math.round(HEAD_PX * readingSize());
  const room = { width, height };
  const counts = counted(areas);
  const names = areas.flatMap(([, pools]) => pools.flatMap(([, nodes]) => nodes.map(({ name }) => name)));
  const signature = JSON.stringify([room, head, counts, names]);
  if (signature === ground.signature) return;
  const layout = squaresFor(counts, { ...room, head });
  const same = width === ground.room.width && height === ground.room.height;
  Object.assign(ground, {
    signature, layout: { ...layout, head }, room: { ...room, most: closest(layout.px) },
    camera: same ? ground.camera : WHOLE, places: placesIn(layout),
    indexOf: new Map(names.map((name, i) => [name, i])), shorts: shortNames(names),
    at: Math.min(ground.at, Math.max(0, names.length - 1)),
  });
}

/** Square number `i` as [x, y, side], in pixels of the ground. */
export const squareOn = ({ places, layout }, i) => [places[i * 2], places[i * 2 + 1], layout.px];

/** Puts an element over square number `i`, where it is seen. */
export function putOver(element, ground, i) {
  const { x, y, px } = boxOf(ground, i);
  element.style.setProperty("translate", `${x}px ${y}px`);
  element.style.setProperty("--side", `${px}px`);
}

/** Where square number `i` is seen: {x, y, px} in pixels of the room. */
export function boxOf(ground, i) {
  const { z, x, y } = ground.camera;
  const [left, top, px] = squareOn(ground, i);
  return { x: left * z + x, y: top * z + y, px: px * z };
}

/** The names of the nodes whose squares a frame touches, {x, y, width, height} in pixels of the ground. */
export const namesIn = ({ squares, places, layout }, frame) =>
  squaresIn(places, layout.px, frame).map((i) => squares[i].node.name);

/** The frame around squares number `i` and `j`. */
export function frameAround(ground, i, j) {
  const [[left, top, px], [right, bottom]] = [squareOn(ground, i), squareOn(ground, j)];
  const [x, y] = [Math.min(left, right), Math.min(top, bottom)];
  return { x, y, width: Math.abs(left - right) + px, height: Math.abs(top - bottom) + px };
}

/**
 * The nodes of the group or pool whose name stands at [x, y] of the ground: {names, group: that of all of them, or ""
 * for a pool}; no names elsewhere.
 */
export function namesBelow({ squares, layout }, [x, y]) {
  const none = { names: [], group: "" };
  if (!layout || layout.level === "none") return none;
  const { head, level } = layout;
  let first = 0;
  for (const { name, x: left, y: top, width, pools } of layout.areas) {
    const all = pools.reduce((sum, { n }) => sum + n, 0);
    const here = squares.slice(first, first + all).map(({ node }) => node.name);
    if (y >= top && y < top + head && x >= left && x < left + width) return { names: here, group: name };
    if (level === "pools" && y >= top + head && y < top + 2 * head && x >= left && x < left + width) {
      const i = pools.findLastIndex((pool) => x >= pool.x);
      const before = pools.slice(0, i).reduce((sum, { n }) => sum + n, 0);
      return { names: here.slice(before, before + pools[i].n), group: "" };
    }
    first += all;
  }
  return none;
}
