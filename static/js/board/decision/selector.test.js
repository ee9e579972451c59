import { equal, test } from "../../harness.js";
import { matcher, shortSelector } from "./selector.js";

const meant = (operator, values, labels) => matcher({ matchExpressions: [{ key: "tier", operator, values }] })(labels);

test("each operator means what Kubernetes means by it", () => {
  const answers = (operator, values) => [
    meant(operator, values, { tier: "a" }),
    meant(operator, values, { tier: "c" }),
    meant(operator, values, {}),
    meant(operator, values, undefined),
  ];

  equal([answers("In", ["a", "b"]), answers("NotIn", ["a", "b"]), answers("Exists", []), answers("DoesNotExist", [])],
    [[true, false, false, false], [false, true, true, true], [true, true, false, false], [false, false, true, true]]);
});

test("all expressions must hold; an empty selector means everybody, none means nobody", () => {
  const both = matcher({
    matchExpressions: [
      { key: "app", operator: "In", values: ["web"] },
      { key: "old", operator: "DoesNotExist", values: [] },
    ],
  });

  equal(
    [
      both({ app: "web" }),
      both({ app: "web", old: "" }),
      matcher({ matchExpressions: [] })({ a: "b" }),
      matcher(null)({ a: "b" }),
    ],
    [true, false, true, false],
  );
});

test("a label without a value is only its name", () => {
  equal([shortSelector("foo=,app=web"), shortSelector(null)], ["foo,app=web", ""]);
});
