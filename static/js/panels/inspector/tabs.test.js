import { equal, test } from "../../harness.js";
import { tabOf } from "./tabs.js";

test("a node or Service shows Why where a pod shows the space for its like", () => {
  const shown = [{ pod: "default/p" }, { node: "n1" }, { service: "default/s" }, null].map((of) => tabOf("room", of));

  equal(shown, ["room", "why", "why", "why"]);
  equal(tabOf("yaml", { node: "n1" }), "yaml");
});
