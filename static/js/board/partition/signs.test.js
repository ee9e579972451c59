import { equal, test } from "../../harness.js";
import { signLines, tagsOf, zoneBeside } from "./signs.js";

test("tags that wrap on a narrow card take as many lines as their words need", () => {
  const tag = (words) => ({ icon: null, words });
  const tags = ["NotReady", "no power", "unreachable:NoSchedule", "unreachable:NoExecute"].map(tag);

  equal([0, 1, 2, 3, 4].map((count) => signLines(tags.slice(0, count))), [0, 1, 1, 2, 3]);
});

test("a zone stands beside the name where both are short, so that it takes no line of its own", () => {
  const beside = (name, zone, split) => zoneBeside({ name, zone }, split);

  equal([beside("n1", "a", false), beside("ip-10-0-1-17", "eu-1a", false)], [true, false]);
  equal(beside("ip-10-0-1-17", "eu-1a", true), true);
});

test("the effects of one taint stand on one tag, a cordon on none, and taints of others elsewhere", () => {
  const taints = [
    ["node.kubernetes.io/unreachable", "NoSchedule"], ["node.kubernetes.io/unschedulable", "NoSchedule"],
    ["node.kubernetes.io/unreachable", "NoExecute"], ["team", "NoSchedule"],
  ].map(([key, effect]) => ({ key, value: "", effect }));

  const [tag, ...more] = tagsOf({ name: "n1", zone: "", ready: true, taints }, { drains: new Map() }, false);

  equal([tag.words, more.length], ["unreachable:NoSchedule, NoExecute", 0]);
});
