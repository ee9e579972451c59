import { el, kept, setText } from "./el.js";
import { equal, test } from "./harness.js";

test("a number and its unit are not parted by the end of a line, in any language", () => {
  const parted = (text) => kept(text).replaceAll("\u00a0", "_");

  equal(["passed 7 min 30 s ago", "через 2 год 5 хв", "7 mnt 30 dtk", "还剩 30 秒"].map(parted), [
    "passed 7_min 30_s ago", "через 2_год 5_хв", "7_mnt 30_dtk", "还剩 30_秒",
  ]);
  equal(["cpu 3 of 4", "8 Gi", "2 short"].map(parted), ["cpu 3 of 4", "8_Gi", "2 short"]);
});

test("a unit stays with a number that is set off before it, and what is copied keeps its blanks", () => {
  const sentence = el("p", null, "has ", el("b", { text: "30" }), " s to exit");
  const code = el("code", { text: "sleep 30 s" });
  setText(code.appendChild(document.createElement("code")), "5 s");

  equal([sentence.textContent, code.textContent], ["has 30\u00a0s to exit", "sleep 30 s5 s"]);
});
