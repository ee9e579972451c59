import { equal, test } from "../../harness.js";
import { createAbout } from "./about.js";

const pods = new Map([
  ["d/p", { key: "d/p", uid: "u", attempts: 1 }], ["d/new", { key: "d/new", uid: "v", attempts: 0 }],
]);
const view = (pod, last, cycle) => ({
  chosen: { pod }, into: null,
  model: { seq: 7, pods, last: { pod: last }, decisions: new Map(cycle ? [["d/p", { cycle }]] : []) },
});

/** Answers of a server that knows one decision. */
function setup() {
  const asked = [];
  const read = async (address) => {
    asked.push(address);
    return { pod: "d/p", refusals: [{ word: "cpu" }], verdicts: [["n1", 0, null]] };
  };
  let come = () => {};
  const came = new Promise((done) => { come = done; });
  return { about: createAbout({ run: () => "r", onCome: come, read }), asked, came };
}

test("the verdicts on a chosen pod are asked for once, and shown when they are there", async () => {
  const { about, asked, came } = setup();
  const before = about(view("d/p", "d/other", 3));
  await came;
  const after = about(view("d/p", "d/other", 3));

  equal([before, asked, after.signs.get("n1").refusal], [null, ["/r/r/verdicts?at=7&pod=d%2Fp"], { word: "cpu" }]);
});

test("the newest decision needs no question, nor does a pod that was never tried", () => {
  const { about, asked } = setup();

  equal([about(view("d/p", "d/p", 3)), about(view("d/new", "d/p")), about(view("d/gone", "d/p")), asked],
    [null, null, null, []]);
});
