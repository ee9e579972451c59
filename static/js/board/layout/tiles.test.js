import { equal, test } from "../../harness.js";
import { squaresFor } from "./tiles.js";

const ROOM = { width: 800, height: 600, k: 1, phone: false };
const groups = (nodes, count) => Array.from({ length: count }, () => Math.ceil(nodes / count));

test("few nodes have squares with names, as large as the board lets them be", () => {
  const [few, more] = [squaresFor([40, 40], ROOM, true), squaresFor([80, 80], ROOM, true)];

  equal([few.named, more.named, few.px > more.px, more.px >= 44], [true, true, true, true]);
});

test("a thousand nodes in three groups are seen at once, as large as that lets them be", () => {
  const { px, columns } = squaresFor([334, 333, 333], ROOM, true);
  const tall = (side) => {
    const columnPx = (800 - 12 * (columns - 1)) / columns;
    const lines = Math.ceil(3 / columns);
    const rows = Math.ceil(334 / Math.floor((columnPx + 2) / (side + 2)));
    return 24 + 12 * (lines - 1) + lines * (30 + rows * (side + 2) - 2);
  };

  equal([tall(px) <= 600, tall(px + 1) > 600], [true, true]);
});

test("many groups of a few nodes stand side by side, so that their squares can be hit", () => {
  const small = { ...ROOM, width: 788, height: 575 };
  const large = { ...ROOM, width: 1270, height: 700 };
  const layouts = [[100, small], [100, large], [300, small], [300, large]]
    .map(([nodes, space]) => squaresFor(groups(nodes, 13), space, true));

  equal(layouts.map(({ px, columns }) => px >= 20 && columns > 1), [true, true, true, true]);
});

test("a tile never gets too small to be hit", () => {
  equal(squaresFor([20_000], ROOM, false), { px: 12, named: false, columns: 1 });
});

test("on a phone a square keeps the size that a finger needs", () => {
  equal(squaresFor([1000], { ...ROOM, phone: true }, true), { px: 44, named: true, columns: 1 });
});
