import { equal, test } from "../../harness.js";
import { lastTerm } from "./pod-end.js";

const put = (kind, key, value) => ({ op: "put", kind, key, view: value });
const frame = (seq, t, ...changes) => ({ seq, t, changes });

test("a termination is remembered when the pod is gone, but not for another of its name", () => {
  const pod = (uid, term) => put("pod", "d/a", { uid, term });
  const frames = [frame(1, 0, pod("1", { since: 0 })), frame(2, 5, { op: "del", kind: "pod", key: "d/a" })];

  equal(lastTerm(frames, "d/a", 2).term.since, 0);
  equal(lastTerm([...frames, frame(3, 6, pod("2", null))], "d/a", 3), null);
  equal(lastTerm(frames, "d/b", 2), null);
});
