/** Parts of the page that are fetched when they are first needed. */

/** Resolves once a style sheet that the page only names, by this id, is there. It rejects where that fails. */
export function styled(id) {
  const sheet = document.getElementById(id);
  if (!sheet?.disabled) return Promise.resolve();
  return new Promise((done, failed) => {
    sheet.addEventListener("load", done, { once: true });
    sheet.addEventListener("error", failed, { once: true });
    sheet.disabled = false;
  });
}

/** What a module gives, or null where it cannot be had. */
const silent = (module) => module.catch(() => null);

/**
 * A part that comes later. `fetch()` resolves to what `make` makes the part of, once the sheet `style` is there too;
 * then comes `onCome(part)`. `later` waits for both and gives null where they cannot be had; only `want({again: true})`
 * asks once more. `more(fetched)`: what the answer has besides, for those who need not know that it comes later.
 */
export function createLater({ fetch, make = (what) => what, style = "", onCome = () => {}, later = silent, more }) {
  let [part, coming, tried] = [null, null, false];

  async function come() {
    tried = true;
    const both = await later(Promise.all([fetch(), styled(style)]));
    coming = null;
    if (!both) return null;
    part = make(both[0]);
    onCome(part);
    return part;
  }

  const fetched = {
    /** Whether nothing is on its way. */
    get still() { return !coming; },
    /** The part, or null. */
    get part() { return part; },
    get there() { return part !== null; },
    /** Asks for the part; resolves to it, or to null. */
    async want({ again = false } = {}) {
      if (!part && !coming && (again || !tried)) coming = come();
      return part ?? coming;
    },
  };
  return Object.defineProperties(fetched, Object.getOwnPropertyDescriptors(more?.(fetched) ?? {}));
}
