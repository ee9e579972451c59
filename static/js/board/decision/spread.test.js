import { equal, test } from "../../harness.js";
import { zoneLabel } from "./spread.js";

const counts = (key, operator, values) => ({ matchExpressions: [{ key, operator, values }] });
const pod = (name, labels) => ({ key: `default/${name}`, ns: "default", name, labels });
const hard = {
  pod: "default/p",
  spreadState: [{ key: "zone", selector: "foo=bar", labelSelector: counts("foo", "In", ["bar"]) }],
};
const soft = {
  pod: "default/p",
  spreadScores: {
    constraints: [{ key: "zone", selector: "tier in (a,b)", labelSelector: counts("tier", "In", ["a", "b"]) }],
  },
};
const nobody = { pod: "default/p", spreadState: [{ key: "zone", selector: null, labelSelector: null }] };

test("a zone counts what the first constraint counts, else the pod's app, else nothing", () => {
  const p = pod("p", { app: "x", foo: "bar" });
  const text = (decision, of) => zoneLabel(decision, of)?.text ?? null;

  equal([text(hard, p), text(soft, p), text(nobody, p), text(null, p), text(hard, pod("q", {})), text(null, null)],
    ["foo=bar", "tier in (a,b)", "app=x", "app=x", null, null]);
});

test("the pods that a zone counts are those that the selector means", () => {
  const { means } = zoneLabel(soft, pod("p", {}));

  equal([means({ tier: "a" }), means({ tier: "c" }), means({})], [true, false, false]);
});
