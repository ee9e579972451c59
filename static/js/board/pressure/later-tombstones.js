/** Pods that failed and stay beside the queue, fetched with the first of them. */
import { createLater } from "../../later.js";

/** What `createTombstones` gives; until that is there, nothing is drawn. `onCome()`: now it is. */
export function createLaterTombstones({ root, later, onCome }) {
  const fetched = createLater({
    later,
    fetch: async () => (await import("./tombstones.js")).createTombstones(root),
    onCome,
  });
  let seen = null;

  return {
    get still() {
      return fetched.still;
    },
    /** Whether they can be drawn. */
    get there() {
      return fetched.part !== null;
    },
    render(model, chosen) {
      if (!fetched.part && seen !== model.pods && [...model.pods.values()].some((pod) => pod.remains)) fetched.want();
      seen = model.pods;
      fetched.part?.render(model, chosen);
    },
  };
}
