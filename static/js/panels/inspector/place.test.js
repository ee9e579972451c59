import { equal, test } from "../../harness.js";
import { place } from "./place.js";

const WHY = (words) => `<p>${words}</p><details data-keep="walk"><summary>What it kept</summary></details>`;

test("what was opened stays open, and the focus stays where it was", () => {
  const root = document.createElement("div");
  root.tabIndex = 0;
  document.body.append(root);
  place(root, root, WHY("one"));
  root.querySelector("details").open = true;
  root.querySelector("summary").focus();

  place(root, root, WHY("two"));

  equal(root.querySelector("p").textContent, "two");
  equal(root.querySelector("details").open, true);
  equal(document.activeElement === root.querySelector("summary"), true);
  root.remove();
});

test("a focus whose element is gone goes to the panel", () => {
  const root = document.createElement("div");
  root.tabIndex = 0;
  document.body.append(root);
  place(root, root, WHY("one"));
  root.querySelector("summary").focus();

  place(root, root, "<p>two</p>");

  equal(document.activeElement === root, true);
  root.remove();
});
