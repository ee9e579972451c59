import { equal, test } from "../../harness.js";
import { setCatalogue } from "../../i18n.js";
import { affinitySections, termsOf } from "./affinity.js";

setCatalogue("en", {});
const row = (domain, count, ok, rule = "affinity") => ({ rule, key: "zone", domain, count, ok });
const decision = { nodes: { n1: { affinity: [row("a", 2, true)] }, n2: { affinity: [row("a", 2, true)] }, n3: { affinity: [row("b", 0, false)] }, n4: { affinity: [row(null, 0, false)] }, n5: {} } };

test("nodes of a domain stand together, and those without the key by themselves", () => {
  equal(termsOf(decision), [{ rule: "affinity", key: "zone", domains: [
    { domain: "a", count: 2, ok: true, nodes: ["n1", "n2"] }, { domain: "b", count: 0, ok: false, nodes: ["n3"] }, { domain: null, count: 0, ok: false, nodes: ["n4"] }] }]);
});

test("two terms of one rule and key stay two", () => {
  equal(termsOf({ nodes: { n1: { affinity: [row("a", 2, true), row("a", 0, false)] } } }).map((x) => x.domains[0].count), [2, 0]);
});

test("each domain says its count in words as well as in dots", () => {
  const [section] = affinitySections(decision);

  equal(section.querySelector("tbody tr").textContent.replace(/\s+/g, " "), "a 2 n1, n2");
  equal([section.querySelectorAll("tbody tr").length, section.querySelectorAll(".dot").length, affinitySections({}).length], [3, 2, 0]);
});
