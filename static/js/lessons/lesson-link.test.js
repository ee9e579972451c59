import { equal, test, truthy } from "../harness.js";
import { carried, linkFor } from "./lesson-link.js";

const LESSON = "apiVersion: podium/v1\nkind: Lesson\nmetadata: {name: eigene-stunde}\n# Привіт, 你好\n";

test("an address carries a lesson in letters that need no escape", async () => {
  const link = await linkFor(LESSON, "https://podium.example/learn/open#old");
  truthy(/^https:\/\/podium\.example\/learn\/open#lesson=[\w-]+$/.test(link), link);
  equal(await carried(new URL(link).hash), { text: LESSON });
});

test("an address that was cut says so, and another fragment carries nothing", async () => {
  const { hash } = new URL(await linkFor(LESSON, "https://podium.example/learn/open"));
  equal(await carried(hash.slice(0, -6)), { problem: "ui.lesson.cut" });
  equal(await carried("#lesson=%%"), { problem: "ui.lesson.cut" });
  equal(await carried(`#lesson=${"A".repeat(60_001)}`), { problem: "ui.lesson.too_long" });
  equal(await carried("#main"), null);
});

test("a lesson that is too long becomes no address", async () => {
  equal(await linkFor("x".repeat(1_000_001), "https://podium.example/learn/open"), null);
});
