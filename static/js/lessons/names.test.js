import { equal, test } from "../harness.js";
import { namedOn } from "./names.js";

const model = { pods: new Map([["default/p", {}], ["kube-system/dns", {}]]), nodes: new Map([["n1", {}]]) };

test("a name is a pod of its namespace, or a node", () => {
  equal(namedOn(model, "p"), { pod: "default/p" });
  equal(namedOn(model, "kube-system/dns"), { pod: "kube-system/dns" });
  equal(namedOn(model, "n1"), { node: "n1" });
});

test("what the board does not have is no name", () => {
  equal(namedOn(model, "dns"), null);
  equal(namedOn(model, "maxSkew"), null);
});
