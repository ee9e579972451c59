/** The page that is the console alone. */
import { createClock } from "../board/clock.js";
import { createConsole } from "./console.js";

const clock = createClock(globalThis);
createConsole(document.getElementById("console"), { later: clock.timer }).focus();
