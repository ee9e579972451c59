import { equal, test } from "../../harness.js";
import { insideUrl, pageOf, pageUrl } from "./addresses.js";

test("the page of a pod and of a node has its tab and step in the address", () => {
  equal(pageUrl("abc", { pod: "default/p 1" }, "yaml", 4), "/r/abc/pods/default/p%201/yaml?at=4");
  equal(pageUrl("abc", { node: "n/1" }, "why", 0), "/r/abc/nodes/n%2F1/why?at=0");
});

test("inside a decision the address names the stop, not its number", () => {
  const filter = insideUrl("abc", "default/p", 3, { point: "Filter", node: "n1", k: 1, of: 2 });
  equal(filter, "/r/abc/pods/default/p/why?at=3&point=Filter&node=n1");
  const choice = insideUrl("abc", "default/p", 3, { point: "Score", choice: true });
  equal(choice, "/r/abc/pods/default/p/why?at=3&point=Score");
  equal(pageOf(choice), "/r/abc/pods/default/p/why");
});
