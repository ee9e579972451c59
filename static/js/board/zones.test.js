import { equal, test } from "../harness.js";
import { shortSelector, tallyOf } from "./zones.js";

const tally = (key, zones) => ({ key, selector: "foo=bar", zones });
const model = {
  pods: new Map([["d/p", { tally: "d/foo" }], ["d/q", { tally: null }], ["d/r", { tally: "d/app" }]]),
  tallies: new Map([["d/foo", tally("d/foo", [["a", 2]])], ["d/app", tally("d/app", [])]]),
  last: { pod: "d/p" },
};
const keyOf = (view) => tallyOf({ model, into: null, chosen: {}, ...view })?.key ?? null;

test("the zones count for the chosen pod, else for the one that was decided on last", () => {
  equal([keyOf({ chosen: { pod: "d/r" } }), keyOf({}), keyOf({ chosen: { pod: "d/q" } })], ["d/app", "d/foo", "d/foo"]);
  equal([keyOf({ into: { decision: { pod: "d/r" } } }), keyOf({ into: { decision: { pod: "d/q" } } })],
    ["d/app", null]);
  equal(keyOf({ model: { ...model, last: null } }), null);
});

test("a label without a value is only its name", () => {
  equal([shortSelector("foo=,app=web"), shortSelector("app=")], ["foo,app=web", "app"]);
});
