import { equal, test } from "../../harness.js";
import { momentUrl } from "./share-button.js";

test("a moment's address holds what is needed and no more", () => {
  equal(momentUrl("/r/r1", { at: 12, pod: "default/p" }), "/r/r1?at=12&pod=default/p");
  equal(momentUrl("/r/r1", { at: 12, into: 3, tab: "yaml" }), "/r/r1?at=12&into=3&tab=yaml");
  equal(momentUrl("/r/r1", { at: 12, search: "cpu>80% app=web" }), "/r/r1?at=12&q=cpu%3E80%25+app%3Dweb");
  equal(momentUrl("/r/r1", { at: 12, kept: [["mark", "4~SIGTERM"]] }), "/r/r1?at=12&mark=4%7ESIGTERM");
  equal(momentUrl("/r/r1", { at: 12, colour: "cpu", group: "zone" }), "/r/r1?at=12&colour=cpu");
});
