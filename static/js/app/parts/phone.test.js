import { equal, test } from "../../harness.js";
import { nameOfText, pulled } from "./phone.js";

function textOf(html, kind = "lesson") {
  const text = document.createElement("article");
  text.className = kind;
  text.innerHTML = html;
  return text;
}

test("a question that is open gives the page of the text its name", () => {
  equal(nameOfText(textOf('<form class="ask"></form>')).id, "ui.phone.question");
  equal(nameOfText(textOf('<section class="room-ask ask"></section>')).id, "ui.phone.question");
});

test("a question that is answered, or not asked yet, gives it none", () => {
  for (const more of ['class="ask told"', 'class="ask watched"', 'class="room-ask ask is-told"', 'class="ask" hidden'])
    equal(nameOfText(textOf(`<form ${more}></form>`)).id, "ui.phone.text");
});

test("a task says how much of it holds", () => {
  const checks = '<li data-check="x" data-holds="true"></li><li data-check="y"></li><li data-check="z"></li>';
  const text = textOf(`<section class="checks"><ul>${checks}</ul></section>`);

  equal(nameOfText(text), { id: "ui.phone.task", count: " 1/3" });
});

test("a scenario asks a question", () => equal(nameOfText(textOf("", "story")).id, "ui.phone.question"));

test("a finger pulls up or down, further than it trembles and more than it moves aside", () => {
  equal([{ dx: 0, dy: -60 }, { dx: 10, dy: 60 }, { dx: 0, dy: 9 }, { dx: 80, dy: -60 }].map(pulled),
    [true, false, null, null]);
});
