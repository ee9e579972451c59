import { equal, test } from "./harness.js";
import { bandBySize, bandsOf } from "./bands.js";

test("a band follows the size of the number", () => {
  equal([-5, 0, 100, 1000, 10000, 1000000, 2000000000].map(bandBySize), [0, 0, 1, 2, 3, 4, 5]);
});

test("priorities that would share a band are spread over the next ones", () => {
  equal([...bandsOf([100, 1, 50])], [[1, 1], [50, 2], [100, 3]]);
  equal([...bandsOf([0, 100, 1000, 10000, 1000000])].map((b) => b[1]), [0, 1, 2, 3, 4]);
});

test("more priorities than bands share the last one, and the system keeps its own", () => {
  equal([...bandsOf([1, 2, 3, 4, 5, 6, 2000000000])].map((b) => b[1]), [1, 2, 3, 4, 4, 4, 5]);
});
