import { equal, test } from "./harness.js";
import { createLater } from "./later.js";

/** A part whose fetching fails so many times, and what was seen. */
function failing(times) {
  const seen = { asked: 0, come: [] };
  const later = createLater({
    async fetch() {
      seen.asked += 1;
      if (seen.asked <= times) throw new TypeError("offline");
      return "part";
    },
    onCome: (part) => seen.come.push(part),
  });
  return { later, seen };
}

test("a part is fetched once, and told when it is there", async () => {
  const { later, seen } = failing(0);
  const first = later.want();
  later.want();
  const before = [later.still, later.part];
  await first;

  equal([before, later.still, later.part, seen], [[false, null], true, "part", { asked: 1, come: ["part"] }]);
});

test("a part that could not be had is asked for again by who insists, and by nobody else", async () => {
  const { later, seen } = failing(1);
  await later.want();
  await later.want();
  const without = [seen.asked, later.part];
  await later.want({ again: true });

  equal([without, seen.asked, later.part], [[1, null], 2, "part"]);
});
