import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { bindTerms, placeOf } from "./terms.js";

const VIEW = { width: 400, height: 800 };
const BOX = { width: 200, height: 60 };

test("an explanation stands below its term, above where there is no room, and inside the window", () => {
  equal(placeOf({ left: 20, top: 100, bottom: 118 }, BOX, VIEW), { left: 20, top: 124 });
  equal(placeOf({ left: 350, top: 760, bottom: 778 }, BOX, VIEW), { left: 192, top: 694 });
});

test("a tap on a term shows its explanation, a second one takes it away", () => {
  const term = el("button.explained", { type: "button", title: "Pods that failed and wait.", text: "backoffQ" });
  const root = el("div", null, term);
  document.body.append(root);
  bindTerms(root);
  const open = () => [...document.querySelectorAll(".term-says:popover-open")].map((box) => box.textContent);
  term.click();
  const first = open();
  term.click();
  const second = open();
  root.remove();
  for (const box of document.querySelectorAll(".term-says")) box.remove();

  equal([first, second], [["Pods that failed and wait."], []]);
});
