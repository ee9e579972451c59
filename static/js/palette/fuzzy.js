/** A search that takes letters left out: "dlw" finds "Delete low1". Pure. */

const START = 8;
const NEXT = 5;
const WHOLE = 100;
const NONE = -1;
const UNNAMED = 1000; // verbs that nobody typed come after all else
const BREAKS = /[\s/.:·-]/;

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Score of a word whose letters occur in this order in a text; -1 where they do not. */
function scoreOf(text, word) {
  const whole = text.indexOf(word);
  if (whole >= 0) {
    const begins = whole === 0 || BREAKS.test(text[whole - 1]);
    return WHOLE + word.length * NEXT + (begins ? START * 4 : 0) - whole / 50;
  }
  let score = 0;
  let at = 0;
  let last = -2;
  for (const letter of word) {
    const place = text.indexOf(letter, at);
    if (place < 0) return NONE;
    if (place === last + 1) score += NEXT;
    if (place === 0 || BREAKS.test(text[place - 1])) score += START;
    score -= (place - at) / 4;
    [last, at] = [place, place + 1];
  }
  return Math.max(0, score);
}

const wordsIn = (typed) => plain(typed).split(/\s+/).filter(Boolean);

/** Whether an entry has a `verb` of which no word was typed, not even its beginning: only its object was named. */
function isUnnamed({ verb }, words) {
  if (!verb) return false;
  const own = plain(verb).split(BREAKS);
  return !words.some((word) => own.some((each) => each[0] === word[0] && scoreOf(each, word) !== NONE));
}

/** The place of the entry that Enter takes: the first that harms nothing, or whose verb was typed; -1 without one. */
export const safest = (entries, typed) => entries.findIndex((entry) => !entry.bad || !isUnnamed(entry, wordsIn(typed)));

/**
 * Entries whose `text` has every word of what was typed, the best first; with nothing typed all, as they come. Entries
 * of equal worth keep their order. A name alone leads to what has it before any of its verbs.
 */
export function ranked(entries, typed, most = 60) {
  const words = wordsIn(typed);
  if (!words.length) return entries.slice(0, most);
  const matches = [];
  for (const entry of entries) {
    const text = plain(entry.text);
    const scores = words.map((word) => scoreOf(text, word));
    if (scores.includes(NONE)) continue;
    const start = (entry.weight ?? 0) - (isUnnamed(entry, words) ? UNNAMED : 0);
    matches.push({ entry, score: scores.reduce((sum, score) => sum + score, start) - text.length / 40 });
  }
  return matches.sort((a, b) => b.score - a.score).slice(0, most).map(({ entry }) => entry);
}
