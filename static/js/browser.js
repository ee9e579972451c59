/** What a browser may refuse, as in a private window: to keep something, to copy something. */

const areaOf = ({ tab = false } = {}) => (tab ? sessionStorage : localStorage);

/** The text that is kept under a key, for this tab alone or for all; null where there is none. */
export function stored(key, where) {
  try {
    return areaOf(where).getItem(key);
  } catch {
    return null;
  }
}

/** The list that is kept as JSON; what is none counts as an empty one. */
export function storedList(key, where) {
  try {
    const list = JSON.parse(stored(key, where));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Keeps a text, or with null nothing more; whether that could be done. */
export function store(key, text, where) {
  try {
    if (text === null) areaOf(where).removeItem(key);
    else areaOf(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Puts a text into the clipboard; whether that could be done. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard without https or permission
  }
}
