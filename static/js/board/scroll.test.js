import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { revealIn } from "./scroll.js";

test("what lies below or above the part that is seen is scrolled to, and nothing where it is seen already", () => {
  const rows = [0, 1, 2, 3].map(() => el("div", { vars: { height: "100px" } }));
  const box = el("div", { vars: { height: "120px", overflow: "auto" } }, ...rows);
  document.body.append(box);

  const places = [2, 2, 0].map((row) => {
    revealIn(box, rows[row]);
    return box.scrollTop;
  });
  box.remove();

  equal(places, [188, 188, 0]);
});
