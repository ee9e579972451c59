import { equal, test } from "../../harness.js";
import { squeezedAt, widthWithin } from "./width.js";

test("a width between least and most is kept", () => equal(widthWithin(500, 1440), 500));

test("the inspector is never narrower than its words need", () => equal(widthWithin(10, 1440), 320));

test("the board keeps its space", () => equal(widthWithin(900, 1200), 560));

test("on a large screen the inspector does not grow without end", () => equal(widthWithin(2000, 3000), 760));

test("beside a wide inspector the bar below the board leaves out its legend, then the sizes of a step", () => {
  const at = (px, language) => Object.values(squeezedAt(px, language));

  equal([at(1048, "en"), at(1047, "en"), at(1107, "id"), at(888, "en"), at(887, "en")], [
    [false, false], [true, false], [true, false], [true, false], [true, true],
  ]);
});
