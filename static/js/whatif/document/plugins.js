/** Plugins of a scheduler profile in the text of a document: each is on or off. Pure. */
import { identity, lineOf, objectsOf, unquoted, valuesOf } from "./document.js";
import { withField } from "./new-field.js";

const ENTRY = /^(profiles\[\d+\]\.plugins\.multiPoint)\.(enabled|disabled)\[(\d+)\]\.name$/;
export const PROFILE = "KubeSchedulerConfiguration";

/** Whether the plugin whose name stands at a path is on, as a choice; null for other paths. */
export function pluginKnob(path) {
  const [, , list] = ENTRY.exec(path) ?? [];
  return list ? { kind: "choice", values: ["on", "off"], value: list === "enabled" ? "on" : "off" } : null;
}

/** The lines of the entry of a list at a path: {from, to}. */
function entryOf(values, path) {
  const lines = [...values].filter(([key]) => key.startsWith(`${path}.`)).map(([, { line }]) => line);
  return { from: Math.min(...lines), to: Math.max(...lines) + 1 };
}

/** `text` with the plugin at `path` of `object` in the other list: {text, line of its name}, or null. */
export function turnedPlugin(text, object, path, weights) {
  const [, base, list, number] = ENTRY.exec(path) ?? [];
  const name = unquoted(valuesOf(text.split("\n"), object).get(path)?.value ?? "");
  if (!name) return null;
  const other = list === "enabled" ? "disabled" : "enabled";
  const entry = [`- name: ${name}`];
  if (other === "enabled" && weights[name]) entry.push(`  weight: ${weights[name]}`);
  const document = added(text, object, `${base}.${other}`, entry);
  if (document === null) return null;

  const lines = document.split("\n");
  const same = (all) => objectsOf(all).find((candidate) => identity(candidate) === identity(object));
  const values = valuesOf(lines, same(lines));
  const { from, to } = entryOf(values, `${base}.${list}[${number}]`);
  const alone = !values.has(`${base}.${list}[1].name`);
  lines.splice(alone ? from - 1 : from, to - from + (alone ? 1 : 0));
  const now = [...valuesOf(lines, same(lines))];
  const [, placed] = now.find(([key, { value }]) => key.startsWith(`${base}.${other}[`) && unquoted(value) === name);
  return { text: lines.join("\n"), line: placed.line };
}

/** `text` with a further entry at the end of a list, which is begun where it is missing. */
function added(text, object, path, entry) {
  const lines = text.split("\n");
  const values = valuesOf(lines, object);
  let count = 0;
  while (values.has(`${path}[${count}].name`)) count += 1;
  if (!count) return withField(text, object, path, "", entry);
  const { from, to } = entryOf(values, `${path}[${count - 1}]`);
  const indent = " ".repeat(lineOf(lines[from]).dashes[0]);
  lines.splice(to, 0, ...entry.map((line) => `${indent}${line}`));
  return lines.join("\n");
}
