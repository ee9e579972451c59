/** The lanes of a termination, fetched with the first that is to be shown. */

/**
 * What `createLanes` gives, with null for what cannot be drawn yet; `onCome()` is called once it can. `later` fetches a
 * module, and says so where that fails.
 */
export function createLaterLanes({ fork, later, onCome }) {
  let lanes = null;
  let fetching = false;
  let tried = false;

  async function come() {
    [fetching, tried] = [true, true];
    const module = await later(import("./lanes-panel.js"));
    fetching = false;
    if (!module) return;
    lanes = module.createLanes({ fork });
    onCome();
  }

  return {
    /** Whether all that is to be shown is there. */
    get still() {
      return !fetching;
    },
    /** Whether lanes can be drawn. */
    get there() {
      return lanes !== null;
    },
    render(view) {
      if (!tried) come();
      return lanes?.render(view) ?? null;
    },
    tick: (now) => lanes?.tick(now),
    level: (number) => lanes?.level(number),
    relayout: () => lanes?.relayout(),
  };
}
