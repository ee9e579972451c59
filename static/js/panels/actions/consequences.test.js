import { equal, test } from "../../harness.js";
import { consequencesUrl, createConsequences, phrase } from "./consequences.js";

const answer = {
  safe: false,
  says: { say: "force_says", args: { name: "db-2", node: "n3" } },
  rows: [
    {
      what: { say: "name", args: { name: "db-2" } },
      now: { say: "held", args: { uid: "a41c" } },
      after: { say: "released", args: {} },
      level: "bad",
    },
    { what: { text: "data" }, now: { text: "n3" }, after: { say: "volume_waits", args: { seconds: 360 } }, level: "" },
  ],
};

test("the address has the step and the input as it would be given", () => {
  const url = new URL(consequencesUrl("abc", 12, { kind: "delete", force: true }), "http://x");

  equal([url.pathname, url.searchParams.get("at")], ["/r/abc/consequences", "12"]);
  equal(JSON.parse(url.searchParams.get("input")), { kind: "delete", force: true });
});

test("each row stands in a table with its words, its sign and its colour", () => {
  const table = createConsequences(answer);
  const [first, second] = table.querySelectorAll("tbody tr");

  equal([...first.children].map((cell) => cell.textContent), ["name db-2", "held by a41c", "released without proof"]);
  equal([first.children[1].querySelectorAll("svg").length, first.children[2].className], [1, "bad"]);
  equal([second.firstChild.textContent, second.lastChild.className], ["data", ""]);
  equal(second.lastChild.querySelector("svg"), null);
});

test("seconds are said as a time, a text is said as it is", () => {
  equal(phrase(answer.rows[1].after), "the new pod waits: Multi-Attach error, force detach after 6 min");
  equal(phrase({ text: "data" }), "data");
});
