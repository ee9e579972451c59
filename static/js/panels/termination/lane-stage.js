/** The lanes of the pod that ends, below the nodes, where these leave most of the stage empty. */
import { isNarrow, isPhone, readingSize } from "../../board/layout/space.js";
import { el } from "../../el.js";

const LEAST_STAGE_PX = 280; // times the size of what is read: nodes with lanes and their numbers below them
const LEAST_TRUTHS_PX = { narrow: 300, wide: 430 }; // the same, below a node that is drawn as two racks
const TRUTH_PX = 33; // the same, of each further row of it
const FEW_NODES = 4;

/** Whether the nodes of a state leave space: one, or few lists of pods of which none is drawn as two racks. Pure. */
function leavesSpace({ plain, model }) {
  return plain && model.nodes.size <= (model.truths.size ? 1 : FEW_NODES);
}

/** Least height of a stage with lanes below the nodes. `narrow`: the inspector is a drawer. Pure. */
export function leastStage({ truths }, narrow) {
  const rows = Math.max(1, ...[...truths.values()].map((truth) => truth.rows.length));
  return truths.size ? LEAST_TRUTHS_PX[narrow ? "narrow" : "wide"] + TRUTH_PX * (rows - 1) : LEAST_STAGE_PX;
}

/**
 * What one may try stands open where it is whole, else it is closed: its heading says that it is there. It stays as a
 * person leaves it. `again`: the space has changed, as it does once charts and styles have come.
 */
function settle(element, again) {
  const more = element.querySelector("details[data-fresh]");
  if (!more || (more.dataset.settled && !again)) return;
  more.dataset.settled = "true";
  more.open = more.dataset.fresh === "open";
  more.open = more.open && element.scrollHeight <= element.clientHeight;
}

/** `root` is the stage with the nodes. */
export function createLaneStage(root) {
  const element = el("section.spread-stage.lane-stage", { hidden: true });
  root.append(element);
  return {
    /** Whether lanes stand here at this step; it depends on the state and on the page alone. */
    fits(view) {
      // The space is asked for last: to know it, the browser lays out the board that was just written.
      return leavesSpace(view) && !isPhone() && root.clientHeight >= leastStage(view.model, isNarrow()) * readingSize();
    },
    /** Shows the lanes; null: none. @returns {boolean} whether they have just come here */
    show(lanes) {
      const came = Boolean(lanes) && lanes.parentElement !== element;
      if (came || !lanes) element.replaceChildren(...(lanes ? [lanes] : []));
      element.hidden = !lanes;
      if (lanes) settle(element, false);
      return came;
    },
    /** The space has changed. */
    relayout() {
      if (!element.hidden) settle(element, true);
    },
  };
}
