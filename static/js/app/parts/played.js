/** A board that begins to play: a run in which a maintenance is played, with the way to its report. */
import { el } from "../../el.js";

/** @param {object} page the board's page, whose player plays from the step that is shown */
export function open({ player, tell }) {
  player.play();
  const report = document.getElementById("maintenance-link");
  if (report) tell(report.title, "good", false, el("a.btn", { href: report.href, text: report.textContent }));
}
