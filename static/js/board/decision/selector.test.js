import { equal, test } from "../../harness.js";
import { matcher, shortSelector } from "./selector.js";

const whom = (text) => {
  const means = matcher(text);
  return Object.entries({ web: { app: "web", tier: "a" }, db: { app: "db", tier: "c" }, bare: {} }).filter(([, labels]) => means(labels)).map(([name]) => name);
};

test("a selector means the labels that Kubernetes means by it", () => {
  equal([whom("app=web"), whom("app!=web"), whom("tier in (a,b)"), whom("tier notin (a,b)"), whom("app"), whom("!app")],
    [["web"], ["db", "bare"], ["web"], ["db", "bare"], ["web", "db"], ["bare"]]);
  equal([whom("app=web,tier in (b,c)"), whom("tier in (a,c),app=db"), whom(null), whom(""), whom("a b c")], [[], ["db"], [], [], []]);
});

test("an empty value is a value; nobody reads the sign of it", () => {
  equal([matcher("foo=")({ foo: "" }), matcher("foo=")({ foo: "x" }), shortSelector("foo=,app=web")], [true, false, "foo,app=web"]);
});
