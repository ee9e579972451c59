import { equal, test, truthy } from "../../harness.js";
import { firstDomains, measures } from "./spread-plot.js";

test("a chart holds its highest level and air above it; very many pods still fit", () => {
  equal([measures(4).levels, measures(4).named, measures(30, "stage").named], [4.5, true, false]);
  truthy(measures(401).px * measures(401).levels <= 151, "height");
});

test("of very many domains those come first that matter, in their order", () => {
  const domains = Array.from({ length: 20 }, (_, i) => ({ domain: `d${i}`, ok: i < 15 }));
  const { domains: shown, more } = firstDomains({ domains }, (d) => Number(d.ok));

  equal([shown.length, more, shown[0].domain, shown.filter((d) => !d.ok).length], [12, 8, "d0", 5]);
});
