/** What stands behind `|`: grep, head, tail, wc and sort, over the lines of an answer. */

/** A line is a string or a list of parts, strings and {text, pod?, node?}. */
export const textOf = (line) =>
  typeof line === "string" ? line : line.map((part) => (typeof part === "string" ? part : part.text)).join("");

function grep(words) {
  const flags = words.filter((word) => word.startsWith("-")).join("");
  const pattern = words.find((word) => !word.startsWith("-")) ?? "";
  const source = flags.includes("F") ? pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : pattern;
  const fits = new RegExp(source, flags.includes("i") ? "i" : "");
  return (lines) => {
    const kept = lines.filter((line) => fits.test(textOf(line)) !== flags.includes("v"));
    return flags.includes("c") ? [String(kept.length)] : kept;
  };
}

/** `-n 3`, `-3`, `-n3`; 10 without. */
function count(words) {
  const number = words.join(" ").match(/\d+/);
  return number ? Number(number[0]) : 10;
}

const MADE = {
  grep,
  head: (words) => (lines) => lines.slice(0, count(words)),
  tail: (words) => (lines) => lines.slice(-count(words) || lines.length),
  wc: () => (lines) => [String(lines.length)],
  sort: (words) => (lines) => {
    const sorted = lines.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    return words.includes("-r") ? sorted.toReversed() : sorted;
  },
};

/** The lines that are left. A pattern that is none throws a SyntaxError. */
export function filtered(lines, filters) {
  return filters.reduce((left, [name, ...words]) => MADE[name](words)(left), lines);
}
