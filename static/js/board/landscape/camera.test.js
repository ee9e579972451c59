import { equal, test } from "../../harness.js";
import { closest, held, moved, placeAt, revealing, WHOLE, zoomed } from "./camera.js";

const ROOM = { width: 400, height: 200, most: 16 };

test("closer, the point under the pointer stays where it is", () => {
  const camera = zoomed(WHOLE, 2, [100, 50], ROOM);

  equal([camera, placeAt(camera, [100, 50])], [{ z: 2, x: -100, y: -50 }, [100, 50]]);
});

test("nobody leaves the landscape: not by zooming out, not aside", () => {
  equal([zoomed(WHOLE, 0.1, [9, 9], ROOM), zoomed(WHOLE, 99, [0, 0], ROOM).z], [{ z: 1, x: 0, y: 0 }, 16]);
  equal(moved({ z: 2, x: -100, y: -50 }, 999, -999, ROOM), { z: 2, x: 0, y: -200 });
  equal(held({ z: 1, x: 5, y: 5 }, ROOM), { z: 1, x: 0, y: 0 });
});

test("a square is brought into what is seen, and one that is seen moves nothing", () => {
  const camera = { z: 2, x: 0, y: 0 };

  equal([revealing(camera, [300, 90, 10], ROOM), revealing(camera, [10, 10, 10], ROOM)], [
    { z: 2, x: -220, y: 0 }, camera,
  ]);
});

test("small squares are magnified until they can hold a name, large ones a little", () => {
  equal([5, 10, 100].map(closest), [30, 15, 2]);
});
