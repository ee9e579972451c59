/** The lines that were typed, the newest last; they stay for this tab. */

const MOST = 200;

export function createHistory(key, storage) {
  let lines = [];
  try {
    const kept = JSON.parse(storage.getItem(key) ?? "[]");
    if (Array.isArray(kept)) lines = kept.filter((line) => typeof line === "string").slice(-MOST);
  } catch { /* a storage that is closed or holds something else: the history is empty */ }
  let at = lines.length;
  let draft = "";

  return {
    add(line) {
      if (line && lines.at(-1) !== line) lines = [...lines, line].slice(-MOST);
      at = lines.length;
      draft = "";
      try {
        storage.setItem(key, JSON.stringify(lines));
      } catch { /* it is kept for this page */ }
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
