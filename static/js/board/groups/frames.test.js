import { equal, test } from "../../harness.js";
import { el } from "../../el.js";
import { setCatalogue } from "../../i18n.js";
import WORDS from "../../../words.json" with { type: "json" };
import { createFrames, placementsOf, seatText, triesText } from "./frames.js";

const view = (fields = {}) => ({
  key: "d/g", name: "g", says: null, spins: null, condition: null, trial: [], cycle: null,
  seats: { list: [{ pod: "d/a", state: "trial" }, { pod: null, state: "empty" }], more: 7, words: { id: "w" } },
  ...fields,
});
const pods = [{ key: "d/x" }, { key: "d/a", group: "d/g" }, { key: "d/y" }, { key: "d/b", group: "d/g" }];
const cards = () => pods.map(({ key }) => el("button.qi", { "data-pod": key }));

test("the cards of a group stand in one frame, where the first of them stood", () => {
  setCatalogue("en", { ...WORDS, w: "1 of 2" });
  const elements = cards();
  const out = createFrames(null).framed("active", pods, elements, new Map([["d/g", view()]]));
  const inside = [...out[1].querySelectorAll(".qi")].map((card) => card.dataset.pod);

  equal([out.length, out[0] === elements[0], inside, out[1].getAttribute("aria-label")],
    [3, true, ["d/a", "d/b"], "Group g, 1 of 2"]);
});

test("a reader of the screen gets the seats as a list, and those beyond the first as a number", () => {
  setCatalogue("en", { ...WORDS, w: "1 of 2" });
  const [, frame] = createFrames(null).framed("active", pods, cards(), new Map([["d/g", view()]]));
  const lines = [...frame.querySelectorAll("ul li")].map((line) => line.textContent);

  equal(lines, ["a has a place in this cycle", "This pod does not exist yet", "and 7 more"]);
});

test("a group that is tried without a pause says how often", () => {
  setCatalogue("en", WORDS);

  equal([triesText(null), triesText({ perSecond: 4000, since: 3 }).startsWith("Tried about 4")], ["", true]);
  equal(seatText({ pod: "d/a", state: "permit" }), "a keeps a place and waits in Permit");
});

test("placements stand in the frame once their cycle is over, and the chosen one is marked", () => {
  setCatalogue("en", { ...WORDS, p: "zone {name}" });
  const words = (name) => ({ id: "p", args: { name } });
  const cycle = { placements: [{ chosen: false, words: words("a") }, { chosen: true, words: words("b") }] };

  equal([placementsOf({ trial: [], cycle }), placementsOf({ trial: [{}], cycle }), placementsOf({ trial: [] })],
    [[[false, "zone a"], [true, "zone b"]], [], []]);
});
