import { equal, test } from "../../harness.js";
import { CASES } from "./squares.cases.js";
import { placesIn, squaresFor, trouble } from "./squares.js";

function cluster({ zones, pools, n }) {
  const inside = pools ? Array.from({ length: pools }, (_, i) => [`p${i}`, n]) : [["", n]];
  return zones ? Array.from({ length: zones }, (_, i) => [`z${i}`, inside]) : [["", inside]];
}

for (const [name, areas, [width, height, head], expected] of CASES) {
  test(`squares stand as in the pictures of the server: ${name}`, () => {
    const { level, px, gap, height: tall, areas: placed } = squaresFor(cluster(areas), { width, height, head });
    const places = placesIn({ px, gap, areas: placed });
    const sum = places.reduce((all, value, i) => all + (i % 2 ? 3 * value : value), 0);

    equal({
      level, px, gap, height: tall, first: places.slice(0, 2), last: places.slice(-2),
      areas: placed.slice(0, 4).map((area) => [area.x, area.y, area.width]), sum,
    }, expected);
  });
}

test("who is lost comes first, then who is under pressure", () => {
  const pressed = { conditions: [{ type: "MemoryPressure" }] };

  equal([
    { ready: false }, { ready: true, apart: true }, { ready: true, need: pressed }, { ready: true },
  ].map(trouble), [0, 0, 1, 2]);
});
