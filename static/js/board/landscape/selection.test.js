import { equal, test } from "../../harness.js";
import { actionsOn } from "./actions.js";
import { createSelection } from "./selection.js";

const actions = (names, zone) => actionsOn(names, { run: () => "r", at: 4, zone });
const hrefs = ({ element }) => [...element.querySelectorAll("a")].map((link) => link.getAttribute("href"));

test("nodes that are chosen lead to the choice of their maintenance, a whole zone by its name", () => {
  const selection = createSelection({ actions });
  selection.set(["n1", "n2"]);
  const [drain] = hrefs(selection);
  selection.set(["n1", "n2"], { whole: "zone-a" });

  equal(drain, "/r/r/upkeep?at=4&choose=1&plan=drain&node=n1&node=n2");
  equal(hrefs(selection)[2], "/r/r/upkeep?at=4&choose=1&plan=lose&zone=zone-a");
});

test("more nodes than an address holds are not left out silently", () => {
  const selection = createSelection({ actions });
  selection.set(Array.from({ length: 301 }, (_, i) => `n${i}`));

  equal(hrefs(selection), []);
  equal(selection.element.textContent.includes("At most 300 nodes"), true);
});

test("a frame over nothing says so, and nothing is chosen", () => {
  const selection = createSelection({ actions });
  const text = () => selection.element.querySelector(".ls-names").textContent;
  const before = text();
  selection.set([], { framed: true });

  equal([text() === before, selection.element.classList.contains("missed"), hrefs(selection)], [false, true, []]);
});
