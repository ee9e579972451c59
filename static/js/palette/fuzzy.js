/** A search that takes letters left out: "dlw" finds "Delete low1". Pure. */

const START = 8;
const NEXT = 5;
const WHOLE = 100;
const NONE = -1;
const BREAKS = /[\s/.:·-]/;

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** How well a word stands in a text, letter by letter; -1 where it does not. */
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

/**
 * Entries whose `text` has every word of what was typed, the best first; with nothing typed all, as they come. Entries
 * of equal worth keep their order.
 */
export function ranked(entries, typed, most = 60) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (!words.length) return entries.slice(0, most);
  const matches = [];
  for (const entry of entries) {
    const text = plain(entry.text);
    const scores = words.map((word) => scoreOf(text, word));
    if (scores.includes(NONE)) continue;
    matches.push({ entry, score: scores.reduce((sum, score) => sum + score, entry.weight ?? 0) - text.length / 40 });
  }
  return matches.sort((a, b) => b.score - a.score).slice(0, most).map(({ entry }) => entry);
}
