/** A kept snapshot on a board, and what is chosen there in words. */
import { createSide } from "../beside/side.js";
import { verdictText } from "../board/node/verdict-line.js";
import { describe } from "../board/node/pod.js";
import { arrange, button, el } from "../el.js";
import { say, t } from "../i18n.js";
import { createWorld } from "../whatif/runs/worlds.js";
import { factsOf } from "./facts.js";

const MOST_NODES = 50;

function wordsOf(model, facts, choose) {
  if (!facts) return [el("p.ink2", { text: t("ui.inspector.nothing") })];
  const link = (what, text) => button("link", text, () => choose(what));
  const rows = facts.rows.flatMap(([label, value]) => [el("dt", { text: label }), el("dd", { text: String(value) })]);
  const nodes = facts.nodes.slice(0, MOST_NODES).flatMap(({ node, verdict }) => [
    el("dt", null, link({ node }, node)),
    el("dd", { text: [verdictText(verdict), verdict.score].filter(Boolean).join(" · ") }),
  ]);
  const pods = facts.pods.map((key) => el("li", null, link({ pod: key }, model.pods.get(key).name)));
  return [
    el("h2", { text: facts.title }),
    ...(facts.pod ? [el("p.ink2", { text: describe(facts.pod, model.t) })] : []),
    ...(facts.why ? [el("p", { text: say(facts.why) })] : []),
    el("dl.kept-rows", null, ...rows, ...nodes),
    ...(pods.length ? [el("ul.kept-pods", null, ...pods)] : []),
  ];
}

/** `board` = the section with the stage, `facts` = where the words stand. Nothing is played, and no server is asked. */
export function showKept({ board, facts, overlay, clock, snapshot }) {
  const world = createWorld({ snapshot, frames: [], quiet: true, broken: false });
  const [model] = world.models;
  const side = createSide({ root: board, overlay, clock, onChoose: choose });
  let chosen = {};
  clock.t = model.t;
  side.take(world, null);

  function draw() {
    side.draw(0, { chosen, onward: false });
    arrange(facts, wordsOf(model, factsOf(model, chosen), choose));
  }

  function choose(what) {
    chosen = what;
    draw();
  }

  draw();
  return { relayout: side.board.relayout };
}
