/** The lanes of the pod that ends, below the nodes, where these leave most of the stage empty. */
import { isPhone, readingSize } from "../../board/layout/room.js";
import { el } from "../../el.js";

const LEAST_STAGE_PX = 280; // times the size of what is read: nodes with lanes and their numbers below them
const TRUTH_PX = 50; // the same, of each further pod of a node that is drawn as two racks
const FEW_NODES = 4;

/** Whether the nodes of a state leave room: one, or few lists of pods of which none is drawn as two racks. Pure. */
export function leavesRoom({ plain, model }) {
  return plain && model.nodes.size <= (model.truths.size ? 1 : FEW_NODES);
}

/** Least height of a stage with lanes below the nodes. Pure. */
export function leastStage({ truths, pods }) {
  return LEAST_STAGE_PX + (truths.size ? TRUTH_PX * Math.max(0, pods.size - 1) : 0);
}

/** `root` is the stage with the nodes. */
export function createLaneStage(root) {
  const element = el("section.spread-stage.lane-stage", { hidden: true });
  root.append(element);
  return {
    /** Whether lanes stand here at this step; it depends on the state and on the page alone. */
    fits(view) {
      // The room is asked for last: to know it, the browser lays out the board that was just written.
      return leavesRoom(view) && !isPhone() && root.clientHeight >= leastStage(view.model) * readingSize();
    },
    /** Shows the lanes; null: none. @returns {boolean} whether they have just come here */
    show(lanes) {
      const came = Boolean(lanes) && lanes.parentElement !== element;
      if (came || !lanes) element.replaceChildren(...(lanes ? [lanes] : []));
      element.hidden = !lanes;
      return came;
    },
  };
}
