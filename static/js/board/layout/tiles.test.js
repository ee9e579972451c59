import { equal, test } from "../../harness.js";
import { tileFor } from "./tiles.js";

const ROOM = { width: 800, height: 600, k: 1, phone: false };

test("few nodes have squares with names", () => {
  equal(tileFor([40, 40], ROOM, true), null);
});

test("a thousand nodes in three groups are seen at once, as large as that lets them be", () => {
  const [px, gap] = [tileFor([334, 333, 333], ROOM, true), 2];
  const rows = (side) => 3 * Math.ceil(334 / Math.floor((800 + gap) / (side + gap)));
  const tall = (side) => 24 + 24 + 3 * 30 + rows(side) * (side + gap);

  equal([tall(px) <= 600, tall(px + 1) > 600 + 3 * gap], [true, true]);
});

test("a tile never gets too small to be hit", () => {
  equal(tileFor([20_000], ROOM, false), 12);
});

test("on a phone a square keeps the size that a finger needs", () => {
  equal(tileFor([1000], { ...ROOM, phone: true }, true), null);
});
