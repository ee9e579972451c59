import { equal, test } from "../../harness.js";
import { wordOf } from "./verdict-line.js";

test("words of the core for a cause are those of the catalogue", () => equal(wordOf("not ready"), "not ready"));

test("a resource keeps its name", () => equal(wordOf("memory"), "memory"));
