/** The inputs in the text of a run's document: where each stands, and the text with one moved or switched off. Pure. */
import { lineOf, objectsOf, unquoted, valuesOf } from "./document.js";

const OFF = "# off|";
const IS_OFF = /^( *)# off\|(.*)$/;
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

function entryOf(block, from, on) {
  const values = fieldsOf(block);
  const at = values.get("at") ?? null;
  const second = at ? Number(unquoted(at.value)) : 0;
  return { from, to: from + block.length, on, at: second, words: wordsOf(values), field: at };
}

/**
 * The inputs of a text in their order: [{from, to, on, at, words, field}], lines from 0, `to` excluded. One that is
 * switched off stands there as a comment. `field` = {line below `from`, from, value} of its second, or null.
 */
export function inputsOf(text) {
  const lines = text.split("\n");
  const header = scenarioOf(lines);
  if (!header) return [];
  const values = valuesOf(lines, header);
  const firsts = new Map();
  for (const [path, { line }] of values) {
    const found = /^spec\.inputs\[(\d+)\]/.exec(path);
    if (found && !firsts.has(found[1])) firsts.set(found[1], line);
  }
  const found = [];
  for (const from of firsts.values()) {
    const dash = lineOf(lines[from]).dashes[0];
    let to = from + 1;
    while (to < header.to && lines[to].search(/\S/) > dash && !IS_OFF.test(lines[to])) to += 1;
    found.push(entryOf(lines.slice(from, to), from, true));
  }
  for (let i = header.from; i < header.to; i += 1) {
    if (!IS_OFF.test(lines[i])) continue;
    const block = [];
    const from = i;
    while (i < header.to && IS_OFF.test(lines[i]) && (block.length === 0 || !/# off\|-/.test(lines[i]))) {
      block.push(lines[i].replace(IS_OFF, "$1$2"));
      i += 1;
    }
    i -= 1;
    found.push(entryOf(block, from, false));
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The text with one of its inputs switched off, or on again. */
export function switched(text, { from, to, on }) {
  const lines = text.split("\n");
  const dash = on ? lines[from].search(/\S/) : 0;
  for (let i = from; i < to; i += 1) {
    lines[i] = on ? `${lines[i].slice(0, dash)}${OFF}${lines[i].slice(dash)}` : lines[i].replace(IS_OFF, "$1$2");
  }
  return lines.join("\n");
}

/** The text with one of its inputs at another second. */
export function moved(text, { from, on, field }, second) {
  const lines = text.split("\n");
  if (!field) {
    const line = lines[from];
    const at = line.indexOf("- ") + 2;
    const indent = `${line.slice(0, at).replace("-", " ")}`;
    const rest = on ? indent : line.slice(0, line.indexOf("|") + 1) + indent.slice(line.indexOf("|") + 1);
    lines.splice(from, 1, `${line.slice(0, at)}at: ${second}`, `${rest}${line.slice(at)}`);
    return lines.join("\n");
  }
  const shift = on ? 0 : OFF.length;
  const line = lines[from + field.line];
  const start = field.from + shift;
  lines[from + field.line] = `${line.slice(0, start)}${second}${line.slice(start + field.value.length)}`;
  return lines.join("\n");
}

/** Those that are on, in the order in which the run takes them. */
export const inOrder = (inputs) => inputs.filter(({ on }) => on).sort((a, b) => a.at - b.at);
