/** The page of a moment that was kept. */
import { createClock } from "../board/clock.js";
import { el } from "../el.js";
import { loadCatalogue } from "../i18n.js";
import { showKept } from "./snapshot.js";

const $ = (id) => document.getElementById(id);

async function start(root) {
  await loadCatalogue();
  const [board, overlay] = [$("kept-board"), el("div.overlay", { "aria-hidden": "true" })];
  document.body.append(overlay);
  // A board has to be seen to be measured. Where today's cannot draw a snapshot of long ago, the picture stays.
  root.classList.add("drawn");
  try {
    const snapshot = JSON.parse($("snapshot").textContent);
    const shown = showKept({ board, facts: $("kept-facts"), overlay, clock: createClock(globalThis), snapshot });
    new ResizeObserver(shown.relayout).observe(board.querySelector(".zones"));
  } catch (error) {
    root.classList.remove("drawn");
    throw error;
  }
  root.dataset.ready = "";
}

const root = $("kept-moment");
if (root) start(root);
