import { equal, test } from "../../harness.js";
import { proposals } from "./until-dialog.js";

test("conditions about the chosen pod and node come first", () => {
  const texts = (chosen) => proposals(chosen).map(({ text }) => text);
  equal(texts({ pod: "default/p" }).slice(0, 2), ["pod: {name: p, bound: true}", "pod: {name: p, ready: true}"]);
  equal(texts({ pod: "kube-system/dns" })[3], "pod: {name: kube-system/dns, exists: false}");
  equal(texts({ node: "n" })[0], 'node: {name: "n", ready: false}');
  equal(texts({}), ["step: {kind: preempt}", "step: {kind: sigkill}", "step: {kind: evict}"]);
});
