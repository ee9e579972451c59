import { equal, test } from "./harness.js";
import { nextTheme } from "./theme.js";

test("the switch goes from the system's theme to the other one, back to the first, and back to the system's", () => {
  const walk = (dark) => [
    "auto",
    nextTheme("auto", dark),
    nextTheme(nextTheme("auto", dark), dark),
    nextTheme(nextTheme(nextTheme("auto", dark), dark), dark),
  ];

  equal([walk(true), walk(false)], [["auto", "light", "dark", "auto"], ["auto", "dark", "light", "auto"]]);
});
