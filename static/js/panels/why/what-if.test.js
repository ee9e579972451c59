import { equal, test } from "../../harness.js";
import { askedAddress, createWhatIfs, sentence } from "./what-if.js";

const ADDRESS = "/r/1/what-if?at=1&pod=d/p";
const original = { P: 1, Q: 2 };
const made = {
  node: "b", scorePlugins: ["P", "Q"], weights: original, best: ["b"], totals: { a: 250, b: 260 }, ranked: ["b", "a"],
};
const other = { ...made, node: "a", best: ["a"], totals: { a: 1050, b: 900 }, ranked: ["a", "b"] };

/** A reader of answers that come when the test says so. */
function createReader() {
  const asked = [];
  return {
    asked,
    read: (reader, url, done) => asked.push({ url, done }),
    drop: () => {},
    answer(value) {
      const { url, done } = asked.at(-1);
      done(value && JSON.stringify(value), url);
    },
  };
}

function opened(reader) {
  const panel = createWhatIfs(reader)(ADDRESS);
  panel.open = true;
  panel.dispatchEvent(new Event("toggle"));
  reader.answer(made);
  reader.answer(made);
  return panel;
}

function pull(panel, n, weight) {
  const slider = panel.querySelectorAll("input")[n];
  slider.value = String(weight);
  slider.dispatchEvent(new Event("input"));
}

test("only changed weights are sent, and a seed with them", () => {
  equal(askedAddress(ADDRESS, { weights: original, original, seed: 0 }), ADDRESS);
  equal(askedAddress(ADDRESS, { weights: { P: 1, Q: 5 }, original, seed: 0 }), `${ADDRESS}&weights=Q:5&seed=0`);
  equal(askedAddress(ADDRESS, { weights: original, original, seed: 3 }), `${ADDRESS}&seed=3`);
});

test("the sentence says whether another node would be chosen, and on whom a toss falls", () => {
  const wish = { weights: { P: 1, Q: 9 }, original, seed: 0 };
  const tied = { ...other, best: ["a", "b"], tie: true };

  equal(sentence(made, made, { weights: original, original, seed: 0 }), "With these weights b was chosen.");
  equal(sentence(made, made, wish), "b would still be chosen.");
  equal(sentence(made, other, wish), "a would be chosen instead of b.");
  equal(sentence(made, tied, { ...wish, seed: 4 }).includes("seed 4"), true);
  equal(sentence(made, { ...tied, tie: false }, wish).endsWith("a comes first in the scheduler's heap."), true);
});

test("pulling a weight asks the server, shows its order and sums, and can be taken back", () => {
  const reader = createReader();
  const panel = opened(reader);
  pull(panel, 1, 10);
  reader.answer(other);

  equal(reader.asked.at(-1).url, `${ADDRESS}&weights=Q:10&seed=0`);
  equal([...panel.querySelectorAll("li > b")].map((b) => b.textContent), ["1050", "900"]);
  equal(panel.querySelector(".win span").textContent, "a");
  panel.querySelectorAll("button")[1].click();
  equal(reader.asked.at(-1).url, ADDRESS);
});

test("the answer to an earlier weight is not shown, and a failure is said", () => {
  const reader = createReader();
  const panel = opened(reader);
  pull(panel, 1, 10);
  reader.asked.at(-1).done(JSON.stringify(other), ADDRESS);

  equal(panel.querySelector(".win b").textContent, "260");
  reader.answer(null);
  equal(panel.querySelector(".said").textContent, "This content could not be loaded.");
});

test("nothing is asked before it is opened, and one address keeps its element", () => {
  const reader = createReader();
  const whatIf = createWhatIfs(reader);
  const panel = whatIf(ADDRESS);

  equal(reader.asked.length, 0);
  equal(whatIf(ADDRESS) === panel, true);
  equal(whatIf(`${ADDRESS}&other`) === panel, false);
});
