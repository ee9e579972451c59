/** What a value of a manifest can become: numbers that are scrubbed, flags and words that are toggled. Pure. */
import { unquoted } from "./document.js";
import { pluginKnob } from "./plugins.js";

const NUMBER = /^(-?\d+(?:\.\d+)?)(m|Ki|Mi|Gi|Ti|k|M|G|%|)$/;
const STEPS = { m: 50, Ki: 64, Mi: 64, Gi: 1, Ti: 1, k: 1, M: 50, G: 1, "%": 5, "": 1 };
const NO_NUMBERS = new Set(["version", "apiVersion", "name", "namespace", "start", "startTime", "uid"]);
const LEAST_SPAN = 10;
/** Numbers that Kubernetes refuses below this. */
const LEAST = { weight: 1, maxSkew: 1, minDomains: 1 };

/** The names by which a table of values is asked for a path: `tolerations.effect`, then `effect`. */
function namesOf(path) {
  const parts = path.replace(/\[\d+\]/g, "").split(".");
  return [parts.slice(-2).join("."), parts.at(-1)];
}

/** How much one notch changes a number: of 1 000 and more a hundredth of its size. */
function stepOf(number, unit) {
  const size = Math.abs(number);
  if (unit === "" && size >= 1000) return 10 ** (Math.floor(Math.log10(size)) - 1);
  if (unit === "" && size >= 100) return 10;
  return Number.isInteger(number) || unit ? STEPS[unit] : 0.1;
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
  const match = NO_NUMBERS.has(key) || /\.(labels|annotations|matchLabels)\./.test(path) ? null : NUMBER.exec(plain);
  if (!match) return null;
  const number = Number(match[1]);
  return { kind: "number", number, unit: match[2], step: stepOf(number, match[2]), least: LEAST[key] ?? 0 };
}

/** `value` with another number or word in it; its quotes stay. */
export function written(value, text) {
  const quote = /^["']/.exec(value)?.[0] ?? "";
  return `${quote}${text}${quote}`;
}

/** The number `notches` further on, never below what is allowed unless it was. */
export function scrubbed({ number, step, unit, least = 0 }, notches) {
  const digits = Number.isInteger(number) && Number.isInteger(step) ? 0 : 1;
  const next = Number((Math.round((number + notches * step) / step) * step).toFixed(digits));
  return `${number >= least ? Math.max(least, next) : next}${unit}`;
}

/** The next of a few words. */
export function toggled({ values, value }, by = 1) {
  const at = values.indexOf(value);
  return values[(at + by + values.length) % values.length];
}

/** Ends of the slider of a number that was `was`: {min, max}. */
export function spanOf({ number, step, least = 0 }, was) {
  const most = Math.max(number, was ?? 0, 0);
  const max = Math.max(2 * most, LEAST_SPAN * step);
  return { min: Math.min(least, number, was ?? least), max: Math.ceil(max / step) * step };
}
