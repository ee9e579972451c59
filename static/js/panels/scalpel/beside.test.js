import { equal, test } from "../../harness.js";
import { placeBeside } from "./beside.js";

const ROOM = { left: 0, top: 50, right: 800, bottom: 600 };
const SIZE = { width: 200, height: 100 };

test("controls stand below their thing, above it at the lower edge, and never outside of the board", () => {
  const places = [
    { left: 300, top: 100, bottom: 140 }, { left: 300, top: 540, bottom: 580 }, { left: 790, top: 100, bottom: 140 },
    { left: -20, top: 60, bottom: 590 },
  ].map((thing) => placeBeside(thing, SIZE, ROOM));

  equal(places, [{ x: 300, y: 146 }, { x: 300, y: 434 }, { x: 600, y: 146 }, { x: 0, y: 500 }]);
});
