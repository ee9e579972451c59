/** The text of a document with a field that was not there yet. Pure. */
import { lineOf, valuesOf } from "./document.js";

const endOf = (lines, { from, to }) => {
  let end = to;
  while (end > from + 1 && !lines[end - 1].trim()) end -= 1;
  return end;
};

/** Where the fields below a path stand: {column, end: the line behind the last of them}, or null where none is. */
function blockOf(lines, object, values, path) {
  const below = [...values].filter(([key]) => !path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`));
  const first = below.find(([key]) => !path || key.startsWith(`${path}.`));
  if (!first) return null;
  const { column } = lineOf(lines[first[1].line]);
  let end = Math.max(...below.map(([, { line }]) => line)) + 1;
  const last = path ? object.to : endOf(lines, object);
  while (end < last && (!lines[end].trim() || lines[end].search(/\S/) > column)) end += 1;
  while (!lines[end - 1].trim()) end -= 1;
  return { column, end: path ? end : last };
}

/**
 * `text` with the field at `path` of an object, written as `value` where it is missing; null where the fields above it
 * are not written line by line. `list` = lines of a list's first entry in place of a value.
 */
export function withField(text, object, path, value, list = null) {
  const lines = text.split("\n");
  const values = valuesOf(lines, object);
  if (values.has(path)) return text;
  const names = path.split(".");
  for (let kept = names.length - 1; kept >= 0; kept -= 1) {
    const above = names.slice(0, kept).join(".");
    const block = blockOf(lines, object, values, above);
    if (!block) {
      if (values.has(above)) return null; // such as `resources: {}`
      continue;
    }
    const missing = names.slice(kept);
    const made = missing.map((name, i) => {
      const last = i === missing.length - 1;
      return `${" ".repeat(block.column + 2 * i)}${name}:${last && !list ? ` ${value}` : ""}`;
    });
    const inner = " ".repeat(block.column + 2 * (missing.length - 1));
    lines.splice(block.end, 0, ...made, ...(list ?? []).map((line) => `${inner}${line}`));
    return lines.join("\n");
  }
  return null;
}
