import { equal, test } from "./harness.js";
import { createLater } from "./later.js";

/** A part whose fetching fails so many times, and what was seen. */
function failing(times) {
  const calls = { asked: 0, come: [] };
  const later = createLater({
    async fetch() {
      calls.asked += 1;
      if (calls.asked <= times) throw new TypeError("offline");
      return "part";
    },
    onCome: (part) => calls.come.push(part),
  });
  return { later, calls };
}

test("a part is fetched once, and told when it is there", async () => {
  const { later, calls } = failing(0);
  const first = later.want();
  later.want();
  const before = [later.still, later.part];
  await first;

  equal([before, later.still, later.part, calls], [[false, null], true, "part", { asked: 1, come: ["part"] }]);
});

test("a part that could not be had is asked for again by who insists, and by nobody else", async () => {
  const { later, calls } = failing(1);
  await later.want();
  await later.want();
  const without = [calls.asked, later.part];
  await later.want({ again: true });

  equal([without, calls.asked, later.part], [[1, null], 2, "part"]);
});
