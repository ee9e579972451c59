import { equal, test } from "../../harness.js";
import { createWatch, labelOf } from "./conditions.js";

function setup(answers) {
  localStorage.clear();
  const asked = [];
  const fetch = async (url) => {
    asked.push(url);
    return { ok: true, json: async () => answers.shift() ?? { spans: [] } };
  };
  const player = { state: { model: {}, head: 4, playing: false } };
  const changes = [];
  const clock = { timer: (ms, call) => call() };
  const make = () => createWatch({ run: "r", player, clock, fetch, onChange: () => changes.push(1) });
  return { make, asked, changes };
}

test("a condition that is watched has a lane, and a new page knows it", async () => {
  const { make, asked } = setup([{ spans: [] }, { spans: [[1, 2]] }]);
  const watch = make();
  equal(await watch.add("a: 1"), null);
  equal(watch.lanes, [{ kind: "watch", label: "a: 1", spans: [[1, 2]] }]);
  equal(asked[1], "/r/r/watch?at=4&c=a%3A+1");
  equal(make().conditions, ["a: 1"]);
});

test("a lane is named by what is said of the pod or the node", () => {
  equal(labelOf("pod: {name: low2, terminating: true}"), "low2 terminating: true");
  equal(labelOf('node: {name: "n", ready: false}'), "n ready: false");
  equal(labelOf("step: {kind: bind}"), "step: {kind: bind}");
});

test("a condition that cannot be read is not watched", async () => {
  const watch = setup([{ wrong: "no" }]).make();
  equal([await watch.add("x"), watch.conditions], ["no", []]);
});

test("of more than three the newest stay, and one can be dropped", async () => {
  const watch = setup([]).make();
  for (const condition of ["a", "b", "c", "d"]) await watch.add(condition);
  await watch.drop("c");
  equal(watch.conditions, ["b", "d"]);
});
