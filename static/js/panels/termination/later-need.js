/** What is said of a node in need, fetched with the first node or pod of which there is something to say. */
import { createLater } from "../../later.js";

/** What `createNeed` gives, with null for what cannot be drawn yet; `onCome()` is called once it can. */
export function createLaterNeed({ later, onCome }) {
  const fetched = createLater({
    later,
    fetch: async () => (await import("./need.js")).createNeed(),
    onCome,
  });

  return {
    get still() {
      return fetched.still;
    },
    get there() {
      return fetched.part !== null;
    },
    tick: (now) => fetched.part?.tick(now),
    render(model, name, now) {
      if (!model.nodes.get(name)?.need) return null;
      fetched.want();
      return fetched.part?.render(model, name, now) ?? null;
    },
    evictedPod(found) {
      fetched.want();
      return fetched.part?.evictedPod(found) ?? null;
    },
  };
}
