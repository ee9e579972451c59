/** One of the runs beside each other: its board, the sentence of its act, and what stands otherwise than in run A. */
import { createLoneBoard } from "../board/lone-board.js";
import { setAttr, setText } from "../el.js";
import { say, t } from "../i18n.js";
import { differences, namesOf } from "../whatif/runs/worlds.js";

const NOBODY = Object.freeze({});

/** `root` = the section of the page. */
export function createSide({ root, overlay, clock, onChoose }) {
  const part = (name) => root.querySelector(name);
  const zones = part(".zones");
  const roots = { zones, queue: part(".queue"), overlay, chips: part(".chips"), services: part(".services") };
  const { board, step } = createLoneBoard(roots, { clock, onChoose });
  // Landmarks of one name in three boards would not tell where one is.
  for (const lane of root.querySelectorAll(".lane-q")) setAttr(lane, "role", "group");
  const link = part(".side-link");
  let marked = [];
  let shown = null;

  function mark(keys, nodes) {
    const cards = nodes.map((name) => zones.querySelector(`[data-node-card="${CSS.escape(name)}"]`));
    const next = [...keys.map((key) => board.elementOf(key)), ...cards].filter(Boolean);
    for (const element of marked) if (!next.includes(element)) element.removeAttribute("data-differs");
    for (const element of next) setAttr(element, "data-differs", "");
    marked = next;
  }

  const side = {
    world: null,
    comparison: null,
    names: new Map(),
    root, board,
    url: root.dataset.url,
    letter: root.dataset.side,
    /** `says` of what the server answered, in place of the sentence of the difference. */
    tell(says) {
      setText(part(".side-told"), says);
    },
    take(world, comparison) {
      side.world = world;
      side.comparison = comparison;
      side.names = namesOf(comparison);
    },
    /** Draws step `at`; `onward`: the step before is on the board. */
    draw(at, { chosen, onward }) {
      if (!side.world) return;
      const follows = onward && shown === at - 1;
      if (follows || !onward || shown !== at) step(side.world, at, { chosen: chosen ?? NOBODY, onward: follows });
      shown = at;
      const frame = side.world.frames[at - 1];
      setText(part(".side-said"), frame?.message ? say(frame.message) : t("ui.time.start"));
      if (link && root.dataset.head) {
        setAttr(link, "href", `${root.dataset.board}?at=${Math.min(at, Number(root.dataset.head))}`);
      }
    },
    /** Marks the pods that stand otherwise than in another state; `names` = keys here → there. */
    light(at, other, names) {
      if (!side.world) return 0;
      const differing = differences(other, side.world.models[at], names);
      mark([...differing.pods], [...differing.nodes]);
      return differing.pods.size;
    },
    /** Marks what others mark of their difference to this one. */
    lightAll(pods, nodes) {
      mark([...pods], [...nodes]);
    },
  };
  return side;
}
