import { equal, test } from "../../../harness.js";
import { createWidths } from "./widths.js";

/** A canvas on which each letter is 7 wide, and 8 in bold. */
function setup() {
  const measured = [];
  const context = {
    font: "plain",
    measureText(text) {
      measured.push(text);
      return { width: text.length * (context.font === "bold" ? 8 : 7) };
    },
  };
  return { context, measured, ...createWidths(context) };
}

test("a text is cut to the most letters that fit, and to one letter where none does", () => {
  const { cut } = setup();

  equal(["node-17", "…de-17", "…17", "…7", "…7"], [49, 48, 21, 14, 0].map((room) => cut("node-17", room)));
});

test("a text is measured once in each font", () => {
  const { context, cut, measured } = setup();

  for (const room of [49, 100, 50]) cut("node-17", room);
  context.font = "bold";
  const bold = cut("node-17", 49);

  equal(["…de-17", 2], [bold, measured.filter((text) => text === "node-17").length]);
});
