import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { bindTerms, cardOf, placeOf } from "./terms.js";

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

test("beside a board a link to a card shows its rule and the way to the card, and nobody leaves the board", () => {
  const link = el("a.to-card", { href: "/explain/maxSkew", title: "The largest skew.", text: "maxSkew" });
  const root = el("div.board-page", null, link);
  document.body.append(root);
  bindTerms(root);
  const here = location.href;
  link.click();
  const box = document.querySelector(".term-says:popover-open");
  const card = [box.textContent, box.querySelector("a").getAttribute("href"), document.activeElement.className];
  root.remove();
  for (const shown of document.querySelectorAll(".term-says")) shown.remove();

  equal([...card, location.href], ["maxSkewThe largest skew.", "/explain/maxSkew", "term-card", here]);
});

test("a term of the board names its card", () => {
  const lane = el("button.explained", { type: "button", title: "…", text: "activeQ", "data-card": "activeQ" });

  equal([cardOf(lane), cardOf(el("button.explained"))], ["/explain/activeQ", ""]);
});
