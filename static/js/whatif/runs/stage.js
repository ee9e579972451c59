/** The board of the page: one of two runs at a moment, with what stood elsewhere in the other one. */
import { createLoneBoard } from "../../board/lone-board.js";
import { createGhosts } from "./ghosts.js";
import { differences } from "./worlds.js";

const NONE = Object.freeze({ pods: [], nodes: [] });

/** `roots` = {zones, queue, chips, services, overlay}; `onChoose({pod} | {node})`. */
export function createStage({ roots, clock, onChoose }) {
  const { board, step } = createLoneBoard(roots, { clock, onChoose });
  const cardOf = (name) => roots.zones.querySelector(`[data-node-card="${CSS.escape(name)}"]`);
  const ghosts = createGhosts({ zones: roots.zones, queueRoot: roots.queue, elementOf: board.elementOf, cardOf });

  return {
    board, cardOf,
    /**
     * `shown` = {was, now: worlds, moments, names, mode, chosen}; `by` = 1 where the step before is on the board.
     * Answers the frame that led there.
     */
    render(shown, k, by) {
      const { was, now, moments, names, mode } = shown;
      const side = mode === "was" ? "was" : "now";
      const [world, at] = [shown[side], moments[k][side]];
      const onward = by === 1 && moments[k - 1]?.[side] === at - 1;
      ghosts.clear();
      clock.t = moments[k].t;
      step(world, at, { chosen: shown.chosen ?? {}, onward });
      const states = { was: was.models[moments[k].was], now: now.models[moments[k].now] };
      const differing = side === "was" ? NONE : differences(states.was, states.now, names);
      const lit = side === "was" ? [] : shown.comparison.changed.filter(({ from }) => from <= moments[k].t);
      ghosts.render({ ...states, differing, names, both: mode === "both", lit: lit.flatMap(({ nodes }) => nodes) });
      return world.frames[at - 1] ?? null;
    },
  };
}
