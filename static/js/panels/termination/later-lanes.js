/** The lanes of a termination, fetched with the first that is to be shown. */
import { createLater, styled } from "../../later.js";

/**
 * What `createLanes` gives, with null for what cannot be drawn yet; `onCome()` is called once it can. `later` fetches a
 * module, and says so where that fails.
 */
export function createLaterLanes({ fork, later, onCome }) {
  const fetched = createLater({
    later,
    async fetch() {
      const [module] = await Promise.all([import("./lanes-panel.js"), styled("lanes-style")]);
      return module.createLanes({ fork });
    },
    onCome,
  });

  return {
    /** Whether all that is to be shown is there. */
    get still() {
      return fetched.still;
    },
    /** Whether lanes can be drawn. */
    get there() {
      return fetched.part !== null;
    },
    render(view) {
      fetched.want();
      return fetched.part?.render(view) ?? null;
    },
    tick: (now) => fetched.part?.tick(now),
    level: (number) => fetched.part?.level(number),
    relayout: () => fetched.part?.relayout(),
  };
}
