import { equal, test } from "../harness.js";
import { el } from "../el.js";
import { createPointer, pointedAt } from "./pointer.js";

const focus = { pods: ["d/a", "d/b"], nodes: ["n1"] };

test("the sentence points at what its frame names, and at nothing before the first step or within a decision", () => {
  equal(pointedAt({ model: { frame: { focus } } }), focus);
  equal(pointedAt({ model: { frame: null } }), { pods: [], nodes: [] });
  equal(pointedAt({ model: { frame: { focus } }, into: {} }), { pods: [], nodes: [] });
});

test("an act about very many pods points at the first ones only", () => {
  const pods = Array.from({ length: 40 }, (_, i) => `d/p${i}`);

  equal(pointedAt({ model: { frame: { focus: { pods, nodes: [] } } } }).pods.length, 12);
});

/** A page on which p has a card and, further down, a row; and its name in a sentence. */
function onPage(run) {
  const stage = el("main");
  const at = (top) => {
    const element = el("div");
    Object.assign(element.style, { position: "fixed", left: "0", top, width: "90px", height: "40px" });
    return element;
  };
  const [card, row, name] = [at("10px"), at("60px"), el("button", { text: "p" })];
  const overlay = el("div");
  stage.append(card, row, name, overlay);
  document.body.append(stage);
  const pointer = createPointer({ places: ({ pod }) => (pod ? [card, row] : []), overlay });
  try {
    run({ pointer, card, row, name, overlay });
  } finally {
    stage.remove();
  }
}
const view = { model: { frame: { focus: { pods: ["d/p"], nodes: [] }, actor: "scheduler" } } };
const endOf = (overlay) => overlay.querySelector("circle")?.getAttribute("cy") ?? null;

test("where the board lies below another page the sentence points at what stands there in its place", () => {
  onPage(({ pointer, card, row, name, overlay }) => {
    const place = () => {
      pointer.point(view);
      pointer.reach(name, { pod: "d/p" });
      return [card.dataset.pointed, row.dataset.pointed, endOf(overlay)];
    };

    const before = place();
    card.style.visibility = "hidden";

    equal([before, place()], [["scheduler", undefined, "50"], [undefined, "scheduler", "100"]]);
  });
});

test("no line leads to what is not drawn, or is covered", () => {
  onPage(({ pointer, card, row, name, overlay }) => {
    card.hidden = true;
    row.hidden = true;
    pointer.reach(name, { pod: "d/p" });
    const hidden = endOf(overlay);

    card.hidden = false;
    const sheet = el("div");
    Object.assign(sheet.style, { position: "fixed", inset: "0" });
    overlay.before(sheet);
    pointer.reach(name, { pod: "d/p" });

    equal([hidden, endOf(overlay)], [null, null]);
  });
});
