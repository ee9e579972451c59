/** How the board stands just now: the plan of what it shows, and the size that a person chose. */
import { planOf, signatureOf } from "./layout/plan.js";
import { measureSpace } from "./layout/space.js";

/** `onPlan(plan, model)`: cards have other places than before. */
export function createCurrentPlan({ zonesRoot, shelves, parted, onPlan }) {
  const now = { plan: null, signature: "", ownSize: null };

  return {
    get plan() { return now.plan; },
    get ownSize() { return now.ownSize; },
    set ownSize(size) { now.ownSize = size; },
    /** The plan of what is shown; the same object as before where nothing about it changed. */
    planFor({ model, below, charted }, places, inZones, verdicts) {
      shelves.look(model);
      const reasons = [...verdicts.values()].map((verdict) => verdict.raw?.length ?? 0);
      const plan = planOf({
        model, places, zones: inZones, longest: Math.max(0, ...reasons), ownSize: now.ownSize,
        space: measureSpace(zonesRoot), parted,
        shelfHeights: shelves.heights, below, charted,
      });
      const signature = `${signatureOf(plan)}${shelves.signature}`;
      if (signature !== now.signature) {
        Object.assign(now, { plan, signature });
        onPlan(plan, model);
      }
      return now.plan;
    },
  };
}
