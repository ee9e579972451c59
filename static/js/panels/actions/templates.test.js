import { equal, test, truthy } from "../../harness.js";
import { TEMPLATES, withTemplate } from "./templates.js";

test("a template fills an empty editor", () => equal(withTemplate(" \n", "kind: Pod\n"), "kind: Pod\n"));

test("a template is a document of its own behind what was written", () => {
  equal(withTemplate("kind: Node\n", "kind: Pod\n"), "kind: Node\n---\nkind: Pod\n");
});

test("each template makes an object of the kind that its name says", () => {
  equal(TEMPLATES.length, 7);
  for (const { kind, yaml } of TEMPLATES) truthy(yaml.includes(`\nkind: ${kind}\n`), kind);
});
