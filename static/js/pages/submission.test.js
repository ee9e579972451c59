import { equal, test } from "../harness.js";
import { sentence } from "./submission.js";

test("a sentence says the share in whole percent, which is never 100 before the end", () => {
  equal(sentence("Reading: {share}", { share: 0.999 }, "en"), "Reading: 99%");
});

test("a sentence counts objects as the language writes numbers", () => {
  equal(sentence("{done} of {of}", { done: 4000, of: 12670 }, "en"), "4,000 of 12,670");
});

test("a sentence says how many imports come before", () => {
  equal(sentence("Before this one: {place}", { place: 3 }, "en"), "Before this one: 3");
});
