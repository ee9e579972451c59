/** The lanes of a termination, fetched with the first that is to be shown. */

/** Resolves once the style sheet of lanes, which the page only names, is there. It rejects where that fails. */
function styled() {
  const sheet = document.getElementById("lanes-style");
  if (!sheet?.disabled) return Promise.resolve();
  return new Promise((done, failed) => {
    sheet.addEventListener("load", done, { once: true });
    sheet.addEventListener("error", failed, { once: true });
    sheet.disabled = false;
  });
}

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
    const both = await later(Promise.all([import("./lanes-panel.js"), styled()]));
    fetching = false;
    if (!both) return;
    lanes = both[0].createLanes({ fork });
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
