/** A board that begins to play: a run in which a maintenance is played, with the way to its report. */
import { el } from "../../el.js";

const MANY_NODES = 12;
const FAST = 8; // what happens on many nodes at once is seen as it piles up, not act by act

/** @param {object} page the board's page, whose player plays from the step that is shown */
export function open({ player, tell, clock, chooseSpeed }) {
  const report = document.getElementById("maintenance-link");
  if (report && player.state.model.nodes.size > MANY_NODES && clock.speed === 1) chooseSpeed(FAST);
  player.play();
  if (report) tell(report.title, "good", false, el("a.btn", { href: report.href, text: report.textContent }));
}
