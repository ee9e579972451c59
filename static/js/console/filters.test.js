import { filtered, textOf } from "./filters.js";
import { equal, test } from "../harness.js";

const LINES = ["NAME", [{ text: "web-1", pod: "default/web-1" }, "  Running"], "web-2  Pending", "db  Running"];
const left = (...filters) => filtered(LINES, filters).map(textOf);

test("grep keeps the lines that fit, links and all", () => {
  equal([LINES[1], LINES[2]], filtered(LINES, [["grep", "web"]]));
});

test("grep knows -v, -i, -c and -F", () => {
  equal(["NAME", "db  Running"], left(["grep", "-v", "web"]));
  equal(["web-2  Pending"], left(["grep", "-i", "pending"]));
  equal(["2"], left(["grep", "-c", "web"]));
  equal([], left(["grep", "-F", "w.b"]));
});

test("filters work one after another", () => {
  equal(["web-1  Running"], left(["grep", "Running"], ["head", "-n", "1"]));
  equal(["db  Running"], left(["tail", "-1"]));
  equal(["4"], left(["wc", "-l"]));
  equal(["web-2  Pending", "web-1  Running", "db  Running", "NAME"], left(["sort", "-r"]));
});
