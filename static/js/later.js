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
 * A part that comes later. `fetch()` resolves to it, `onCome(part)` is called once it is there. `later` waits for it
 * and gives null where it cannot be had; only `want({ again: true })` asks for it once more.
 */
export function createLater({ fetch, onCome, later = silent }) {
  let [part, fetching, tried] = [null, false, false];
  return {
    /** Whether nothing is on its way. */
    get still() {
      return !fetching;
    },
    /** The part, or null. */
    get part() {
      return part;
    },
    async want({ again = false } = {}) {
      if (fetching || part || (tried && !again)) return;
      [fetching, tried] = [true, true];
      part = await later(fetch());
      fetching = false;
      if (part) onCome(part);
    },
  };
}
