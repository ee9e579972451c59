/** The lines that were typed, the newest last; they stay for this tab. */
import { store, storedList } from "../browser.js";

const MOST = 200;

const TAB = { tab: true };

export function createHistory(key) {
  let lines = storedList(key, TAB).filter((line) => typeof line === "string").slice(-MOST);
  let at = lines.length;
  let draft = "";

  return {
    add(line) {
      if (line && lines.at(-1) !== line) lines = [...lines, line].slice(-MOST);
      at = lines.length;
      draft = "";
      store(key, JSON.stringify(lines), TAB);
    },
    /** The line before or after, `now` is what stands there; null where there is none. */
    move(by, now) {
      const next = at + by;
      if (next < 0 || next > lines.length) return null;
      if (at === lines.length) draft = now;
      at = next;
      return at === lines.length ? draft : lines[at];
    },
  };
}
