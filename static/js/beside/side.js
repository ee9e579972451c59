/** One of the runs beside each other: its board, the sentence of its act, and what stands otherwise than in run A. */
import { createBoard } from "../board/board.js";
import { createQueue } from "../board/queue/queue.js";
import { createTravel } from "../board/travel.js";
import { setAttr, setText } from "../el.js";
import { say, t } from "../i18n.js";
import { differences, namesOf } from "../whatif/runs/worlds.js";

const NOBODY = Object.freeze({});

/** `root` = the section of the page. */
export function createSide({ root, overlay, clock, onChoose }) {
  const part = (name) => root.querySelector(name);
  const zones = part(".zones");
  const queue = createQueue(part(".queue"));
  // Landmarks of one name in three boards would not tell where one is.
  for (const lane of root.querySelectorAll(".lane-q")) setAttr(lane, "role", "group");
  const travel = createTravel({ overlay, clock });
  const board = createBoard({
    zonesRoot: zones, chipsRoot: part(".chips"), servicesRoot: part(".services"), overlay, queue, travel, clock,
    onChoose,
  });
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
    root,
    board,
    url: root.dataset.url,
    get letter() {
      return root.dataset.side;
    },
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
    draw(at, { now, chosen, onward }) {
      if (!side.world) return;
      const { models, changes, frames } = side.world;
      const view = { model: models[at], now, chosen: chosen ?? NOBODY, into: null, cyclePod: null, litNodes: null };
      if (onward && shown === at - 1) {
        const detail = { before: models[at - 1], model: models[at], changes: changes[at], frame: frames[at - 1] };
        board.renderFrame(view, { ...detail, travel: true });
      } else if (!onward || shown !== at) board.renderState(view, { fade: false });
      shown = at;
      const frame = frames[at - 1];
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
    relayout: () => board.relayout(),
  };
  return side;
}
