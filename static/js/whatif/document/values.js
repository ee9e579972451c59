/** What a value of a manifest can become: numbers that are scrubbed, flags and words that are toggled. Pure. */
import { amountOf } from "../../notches.js";
import { unquoted } from "./document.js";
import { pluginKnob } from "./plugins.js";

const NO_NUMBERS = new Set(["version", "apiVersion", "name", "namespace", "start", "startTime", "uid"]);
const LEAST_SPAN = 10;
/** Numbers that Kubernetes refuses below this. */
const LEAST = { weight: 1, maxSkew: 1, minDomains: 1 };

/** The names by which a table of values is asked for a path: `tolerations.effect`, then `effect`. */
function namesOf(path) {
  const parts = path.replace(/\[\d+\]/g, "").split(".");
  return [parts.slice(-2).join("."), parts.at(-1)];
}

/**
 * {kind: "number", number, unit, step, least} · {kind: "choice", values, value} · null, for what stands at a path.
 * `schema` = {values, flags} of the server.
 */
export function knobOf({ path, key, value }, schema) {
  const plain = unquoted(value);
  if (key === null || plain === "" || /^[[{&*|>]/.test(value)) return null;
  const plugin = pluginKnob(path);
  if (plugin) return plugin;
  const values = namesOf(path).map((name) => schema.values[name]).find(Boolean);
  if (values) return { kind: "choice", values, value: plain };
  if (schema.flags.includes(key) || /^(true|false)$/.test(value)) {
    return { kind: "choice", values: ["true", "false"], value: plain };
  }
  const amount = NO_NUMBERS.has(key) || /\.(labels|annotations|matchLabels)\./.test(path) ? null : amountOf(plain);
  return amount && { kind: "number", ...amount, least: LEAST[key] ?? 0 };
}

/** `value` with another number or word in it; its quotes stay. */
export function written(value, text) {
  const quote = /^["']/.exec(value)?.[0] ?? "";
  return `${quote}${text}${quote}`;
}

/** Ends of the slider of a number that was `was`: {min, max}. */
export function spanOf({ number, step, least = 0 }, was) {
  const most = Math.max(number, was ?? 0, 0);
  const max = Math.max(2 * most, LEAST_SPAN * step);
  return { min: Math.min(least, number, was ?? least), max: Math.ceil(max / step) * step };
}
