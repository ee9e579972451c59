import { equal, test } from "../harness.js";
import { offered } from "./pins.js";

test("figures of what is chosen are offered with those of the whole run", () => {
  equal(offered({}), ["pending", "running", "ending"]);
  equal(offered({ node: "n1" }).slice(3), ["free-cpu:n1", "free-memory:n1", "pods:n1"]);
  equal(offered({ pod: "default/p" }).slice(3), ["processes:default/p", "skew:default/p"]);
});
