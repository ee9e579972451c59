import { equal, test } from "../../harness.js";
import { clearOf, drawBar } from "./bar.js";

test("words stand in the widest part of a segment that no line crosses", () => {
  equal(clearOf(10, 90, []), [10, 90]);
  equal(clearOf(10, 90, [70, 200]), [10, 70]);
  equal(clearOf(10, 90, [30]), [30, 90]);
  equal(clearOf(10, 90, [40, 80]), [40, 80]);
});

test("no line passes through the amount of a pod", () => {
  const parts = [
    { kind: "system", name: null, pod: null, value: 1750, text: "1750Mi" },
    { kind: "pod", name: "x", pod: "default/x", value: 200, text: "200Mi" },
  ];
  const lines = [{ kind: "hard", free: 100, text: "100Mi", state: "ok" }];
  const drawn = drawBar({ parts, lines, capacity: 2000, freeText: "50Mi" }, 800, { title: "memory", sentence: "" });
  const amount = [...drawn.querySelectorAll("text")].find((text) => text.textContent === "200Mi");
  const half = (5 * 6.9) / 2;
  const line = (1900 / 2000) * 800;

  equal(Number(amount.getAttribute("x")) + half < line, true);
});

test("an amount stands with its unit or not at all", () => {
  const parts = [{ kind: "pod", name: "x", pod: "default/x", value: 200, text: "200Mi" }];
  const bar = { parts, lines: [], capacity: 2000, freeText: "" };
  const drawn = (space) => drawBar(bar, space, { title: "", sentence: "" }).querySelectorAll(".over text");
  const texts = (space) => [...drawn(space)].map((text) => text.textContent);

  equal([texts(800), texts(380)], [["x", "200Mi"], ["x"]]);
});
