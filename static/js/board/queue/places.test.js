import { equal, test } from "../../harness.js";
import { slidesBetween } from "./places.js";

const at = (lane, top, left = 0) => ({ lane, left, top });

test("chips and lanes that stay slide into the gap of one that went", () => {
  const before = new Map([["active", at(null, 40)], ["b", at("active", 60)], ["backoff", at(null, 140)]]);
  const after = new Map([["active", at(null, 40)], ["b", at("active", 20)], ["backoff", at(null, 100)]]);

  equal(slidesBetween(before, after), [
    { element: "b", by: { x: 0, y: 40 } }, { element: "backoff", by: { x: 0, y: 40 } },
  ]);
});

test("in a lane that is a row they slide sideways", () => {
  const slides = slidesBetween(new Map([["b", at("active", 0, 90)]]), new Map([["b", at("active", 0)]]));

  equal(slides, [{ element: "b", by: { x: 90, y: 0 } }]);
});

test("a chip that comes, or stands in another lane now, does not slide", () => {
  const after = new Map([["a", at("backoff", 60)], ["b", at("active", 0)]]);
  const slides = slidesBetween(new Map([["a", at("active", 20)]]), after);

  equal(slides, []);
});
