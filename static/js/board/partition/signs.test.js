import { equal, test } from "../../harness.js";
import { signLines } from "./signs.js";

test("tags that wrap on a narrow card take as many lines as their words need", () => {
  const tag = (words) => ({ icon: null, words });
  const tags = ["NotReady", "no power", "unreachable:NoSchedule", "unreachable:NoExecute"].map(tag);

  equal([0, 1, 2, 3, 4].map((count) => signLines(tags.slice(0, count))), [0, 1, 1, 2, 3]);
});
