import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { createNearby, firstIndex, hasFar } from "./nearby.js";

const ROW_PX = 20;

/** A board of so many cards, ten in a row, of which five rows are seen at once. */
function board(n) {
  const nodes = Array.from({ length: n }, (_, i) => ({ name: `n${i}` }));
  const cards = new Map(nodes.map(({ name }) => [name, el("button", {
    "data-node-card": name, vars: { width: "10%", height: `${ROW_PX}px`, float: "left", padding: 0, border: 0 },
  })]));
  const root = el("div", { vars: { height: `${5 * ROW_PX}px`, overflow: "auto" } }, [...cards.values()]);
  document.body.append(root);
  const changes = [];
  const nearby = createNearby({ root, elementOf: (name) => cards.get(name), onChange: (names) => changes.push(names) });
  const plan = { size: "racks", zones: [{ nodes: nodes.slice(0, n / 2) }, { nodes: nodes.slice(n / 2) }] };
  return { root, cards, nearby, plan, changes };
}

test("the first index is found among many, and is behind the last one where it never holds", () => {
  equal([0, 1, 700, 999, 1000].map((first) => firstIndex(1000, (i) => i >= first)), [0, 1, 700, 999, 1000]);
});

test("a board of few nodes has no far ones", () => {
  const of = (...counts) => ({ zones: counts.map((n) => ({ nodes: Array.from({ length: n }) })) });

  equal([hasFar(of(100, 100)), hasFar(of(100, 101)), hasFar(of())], [false, true, false]);
});

test("what is seen is near, with most of a screen around it, and what has the focus", () => {
  const { root, cards, nearby, plan, changes } = board(400);
  nearby.follow(plan);
  const before = nearby.names.size;
  nearby.update();
  const top = nearby.names.size; // five rows that are seen, and those that begin within three and three quarters more
  cards.get("n0").focus();
  root.scrollTop = 15 * ROW_PX;
  nearby.update();
  const [down, kept] = [nearby.names.size, nearby.names.has("n0")];
  root.remove();

  equal([before, top, down, kept], [0, 90, 121 + 10, true]);
  equal(changes[0].length, 90);
});

test("in another size nobody is near until somebody looks, in another order all stay that are there", () => {
  const { root, nearby, plan } = board(400);
  nearby.follow(plan);
  nearby.update();
  const { zones: [first, second] } = plan;
  nearby.follow({ size: "racks", zones: [second, { nodes: first.nodes.slice(10) }] });
  const ordered = nearby.names.size;
  nearby.follow({ ...plan, size: "grid" });
  const other = nearby.names.size;
  nearby.follow({ size: "grid", zones: [{ nodes: first.nodes.slice(0, 5) }] });
  root.remove();

  equal([ordered, other, nearby.names], [80, 0, null]);
});
