/** The inputs in the text of a run's document: where each stands, and the text with one moved or switched off. Pure. */
import { lineOf, objectsOf, unquoted, valuesOf } from "./document.js";

const NAMES = ["node", "pod", "component", "object.name", "documents[0].metadata.name"];

const scenarioOf = (lines) => objectsOf(lines).find(({ kind }) => kind === "Scenario") ?? null;

/** What is said of an input before the server has read it: its kind and what it is about. */
function wordsOf(values) {
  const name = NAMES.map((path) => values.get(path)?.value).find(Boolean) ?? "";
  return [values.get("kind")?.value ?? "", name].filter(Boolean).map(unquoted).join(" ");
}

/** The fields of one input, by paths below it. */
function fieldsOf(block) {
  const values = valuesOf(block, { from: 0, to: block.length });
  return new Map([...values].map(([path, value]) => [path.replace(/^\[\d+\]\.?/, ""), value]));
}

function entryOf(block, from) {
  const values = fieldsOf(block);
  const at = values.get("at") ?? null;
  const off = values.get("disabled") ?? null;
  return {
    from, to: from + block.length, on: off?.value !== "true", at: at ? Number(unquoted(at.value)) : 0,
    words: wordsOf(values), field: at, off,
  };
}

/**
 * The inputs of a text in their order: [{from, to, on, at, words, field, off}], lines from 0, `to` excluded. `field`
 * and `off` = {line below `from`, from, value} of its second and of what switches it off, or null.
 */
export function inputsOf(text) {
  const lines = text.split("\n");
  const header = scenarioOf(lines);
  if (!header) return [];
  const firsts = new Map();
  for (const [path, { line }] of valuesOf(lines, header)) {
    const match = /^spec\.inputs\[(\d+)\]/.exec(path);
    if (match && !firsts.has(match[1])) firsts.set(match[1], line);
  }
  return [...firsts.values()].map((from) => {
    const [dash] = lineOf(lines[from]).dashes;
    let to = from + 1;
    while (to < header.to && lines[to].search(/\S/) > dash) to += 1;
    return entryOf(lines.slice(from, to), from);
  });
}

/** The text with a further field as the first one of an input. */
function withField(lines, from, field) {
  const line = lines[from];
  const at = line.indexOf("- ") + 2;
  lines.splice(from, 1, `${line.slice(0, at)}${field}`, `${line.slice(0, at).replace("-", " ")}${line.slice(at)}`);
  return lines.join("\n");
}

/** The text with one of its inputs switched off, or on again. */
export function switched(text, { from, on, off }) {
  const lines = text.split("\n");
  const at = from + (off?.line ?? 0);
  const line = lines[at];
  if (!off) {
    // behind a first field that fits on its line, so that the eye finds that one where it was
    if (!/:\s+\S/.test(line)) return withField(lines, from, "disabled: true");
    lines.splice(from + 1, 0, `${line.slice(0, line.indexOf("- ") + 2).replace("-", " ")}disabled: true`);
  } else if (on) lines[at] = `${line.slice(0, off.from)}true${line.slice(off.from + off.value.length)}`;
  else if (off.line > 0) lines.splice(at, 1);
  else lines.splice(at, 2, `${line.slice(0, line.indexOf("- ") + 2)}${lines[at + 1].trimStart()}`);
  return lines.join("\n");
}

/** The text with one of its inputs at another second. */
export function moved(text, { from, field }, second) {
  const lines = text.split("\n");
  if (!field) return withField(lines, from, `at: ${second}`);
  const line = lines[from + field.line];
  lines[from + field.line] = `${line.slice(0, field.from)}${second}${line.slice(field.from + field.value.length)}`;
  return lines.join("\n");
}

/** Those that are on, in the order in which the run takes them. */
export const inOrder = (inputs) => inputs.filter(({ on }) => on).sort((a, b) => a.at - b.at);
