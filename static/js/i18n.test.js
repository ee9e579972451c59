import { equal, test } from "./harness.js";
import { CASES } from "./i18n.cases.js";
import { decimal, listed, loadCatalogue, parts, setCatalogue, t } from "./i18n.js";

test("without a catalogue our own words are shown in English, with their plurals", async () => {
  setCatalogue("uk", {});
  await loadCatalogue("", "uk");

  equal([t("ui.node.pods", { n: 1 }), t("ui.node.pods", { n: 2 })], ["1 pod", "2 pods"]);
});

test("Ukrainian picks one, few and many", () => {
  setCatalogue("uk", { "x.pods": ["{n} под", "{n} поди", "{n} подів", "{n} пода"] });

  equal([1, 2, 5, 11, 21, 22].map((n) => t("x.pods", { n })),
    ["1 под", "2 поди", "5 подів", "11 подів", "21 под", "22 поди"]);
});

test("Indonesian and Chinese have one form", () => {
  setCatalogue("id", { "x.pods": ["{n} pod"] });
  equal(t("x.pods", { n: 3 }), "3 pod");
  setCatalogue("zh-Hans", { "x.pods": ["{n} 个"] });

  equal(t("x.pods", { n: 1 }), "1 个");
});

test("an argument may be a message itself or a list", () => {
  setCatalogue("en", { "x.outer": "{pod}: {why}", "x.inner": "{n} left" });

  equal(t("x.outer", { pod: ["a", "b"], why: { id: "x.inner", args: { n: 2 } } }), "a, b: 2 left");
});

test("a list is joined as the language joins it", () => {
  setCatalogue("zh-Hans", { "x.a": "抢占 {pods}", "list.between": "、" });

  equal([listed(["n1", "n2"]), t("x.a", { pods: ["a", "b"] })], ["n1、n2", "抢占 a、b"]);
  equal(parts("x.a", { pods: ["a", "b"] }).slice(2), ["、", { arg: "pods", text: "b" }]);
});

test("a sentence names some of two hundred victims and counts the others", () => {
  setCatalogue("en", { "x.a": "preempts {pods}", "ui.queue.more": "and {n} more" });
  const pods = Array.from({ length: 200 }, (_, i) => `low${i}`);
  const text = t("x.a", { pods });

  equal([text.endsWith("low10, and 189 more"), text.split(", ").length], [true, 12]);
  equal(parts("x.a", { pods }).filter(({ arg }) => arg === "pods").length, 11);
});

test("a word that no catalogue knows is shown by its id", () => {
  setCatalogue("uk", { "ui.tab.why": "Чому" });

  equal([t("ui.tab.why"), t("x.unknown")], ["Чому", "x.unknown"]);
});

test("what an argument contains is never read as a place", () => {
  setCatalogue("en", { "x.a": "{pod} on {node}" });

  equal(t("x.a", { pod: "{node}", node: "<b>n</b>" }), "{node} on <b>n</b>");
});

test("parts set the arguments off", () => {
  setCatalogue("en", { "x.a": "{pod} goes to {node}." });

  equal(parts("x.a", { pod: "p", node: "n" }), [
    { arg: "pod", text: "p" },
    " goes to ",
    { arg: "node", text: "n" },
    ".",
  ]);
});

test("parts have no blank between two Chinese characters", () => {
  setCatalogue("zh-Hans", { "x.a": "{first} 与 {second} 之间", "x.b": "API 服务器" });

  equal(parts("x.a", { first: "n1", second: { id: "x.b" } }), [{ arg: "first", text: "n1" }, " 与 ", "API 服务器", "之间"]);
});

test("arguments are put into their places as the server does it", () => {
  setCatalogue("en", Object.fromEntries(CASES.map(([template], number) => [`x.${number}`, template])));

  equal(CASES.map(([, args], number) => t(`x.${number}`, args)), CASES.map(([, , sentence]) => sentence));
});

test("numbers have the decimal mark of the language, in arguments too; texts of Kubernetes are left alone", () => {
  setCatalogue("uk", { "x.a": "{n} с, {memory}" });
  const text = t("x.a", { n: 2.5, memory: "1.5Gi" });
  const ukrainian = [decimal("2 × 1.386 = 2.77"), decimal(0.25), decimal("v1.x"), text];
  setCatalogue("en", { "x.a": "{n} s" });

  equal([...ukrainian, t("x.a", { n: 2.5 })], ["2 × 1,386 = 2,77", "0,25", "v1.x", "2,5 с, 1.5Gi", "2.5 s"]);
});
