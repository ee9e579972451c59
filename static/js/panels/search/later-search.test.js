import { el } from "../../el.js";
import { equal, test } from "../../harness.js";
import { createLaterSearch } from "./later-search.js";

/** Until what has been promised is done. */
async function soon() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** A page with so many nodes whose address asks for `wish`; `come` resolves when the search is there. */
function page(nodes, wish = {}) {
  const rail = el("div");
  const root = el("div", null, rail);
  const node = (name, order) => ({ name, order, zone: "", labels: {}, requested: {} });
  const names = Array.from({ length: nodes }, (_, i) => `n${i}`);
  const model = { seq: 0, nodes: new Map(names.map((name, i) => [name, node(name, i)])), pods: new Map(), last: null };
  let came = () => {};
  const come = new Promise((done) => { came = done; });
  const made = createLaterSearch({
    wish: { search: "", colour: "", group: "", ...wish }, after: rail, run: () => "r", roots: [root],
    model: () => model, clock: { timer: () => () => {} }, size: () => "grid",
    onChange() {}, onGo() {}, onText() {}, onFound() {}, leave() {},
    later(module) {
      module.then(soon).then(came);
      return module;
    },
  });
  return { ...made, root, come, box: root.querySelector(".find") };
}

test("few nodes need no search: its space is not kept, and nothing is on its way", () => {
  const { search, overview, box } = page(12);
  search.render();

  equal([box.hidden, search.still, search.text, overview.colour, overview.group], [true, true, "", "verdict", "zone"]);
});

test("many nodes keep its space at once and get it a moment later", async () => {
  const { search, box, come } = page(13);
  search.render();
  const before = [box.hidden, box.childElementCount, search.still];
  await come;

  equal([before, box.hidden, box.childElementCount > 0, search.still], [[false, 0, false], false, true, true]);
});

test("what an address asks for holds before the search is there, and after", async () => {
  const { search, overview, box, come } = page(20, { search: "app=web", colour: "cpu", group: "namespace" });
  const asked = () => [search.text, overview.colour, overview.group];
  const before = asked();
  overview.take({ colour: "pods", group: "" });
  search.text = "Pending";
  const between = asked();
  search.render();
  await come;

  equal([before, between, asked()], [
    ["app=web", "cpu", "namespace"], ["Pending", "pods", "zone"], ["Pending", "pods", "zone"],
  ]);
  equal(box.querySelector("input").value, "Pending");
});

test("a person who asks for it gets it among few nodes, too, and writes at once", async () => {
  const { search, root, box, come } = page(3);
  document.body.append(root);
  search.render();
  search.focus();
  await come;
  const focused = document.activeElement === box.querySelector("input");
  root.remove();

  equal([box.hidden, focused], [false, true]);
});
