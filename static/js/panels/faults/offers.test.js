import { equal, test } from "../../harness.js";
import { inGroups, offerButton, offersAddress } from "./offers.js";

const offer = (id, group, more = {}) => ({ id, group, level: "bad", args: {}, input: {}, ask: null, ...more });

test("offers are asked for at a step, of a node or of the cluster", () => {
  equal([offersAddress("r1", 7, "n 1"), offersAddress("r1", 0)], ["/r/r1/faults?at=7&node=n+1", "/r/r1/faults?at=0"]);
});

test("the groups stand in the order in which the server tells them", () => {
  const groups = inGroups([offer("cut", "network"), offer("fence", "machine"), offer("delay", "network")]);

  equal(groups.map(([group, offers]) => [group, offers.map(({ id }) => id)]),
    [["network", ["cut", "delay"]], ["machine", ["fence"]]]);
});

test("an offer has the colour of its level and its own sign, else that of breaking or mending", () => {
  const drawn = [offer("fence", "machine"), offer("cut", "network"), offer("heal", "network", { level: "ok" })]
    .map((item) => offerButton(item, () => {}));

  equal(drawn.map((button) => button.className), ["fault bad", "fault bad", "fault ok"]);
  equal(new Set(drawn.map((button) => button.querySelector("svg").outerHTML)).size, 3);
});
