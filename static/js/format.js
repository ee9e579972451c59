/** How numbers and names are written on the board: decimals with the mark of the page's language. */
import { decimal, t } from "./i18n.js";

/** An amount of CPU as Kubernetes writes it, with its unit where it has none: "2" → "2 cpu", "500m". */
export function cpu(text) {
  return text.endsWith("m") ? text : t("ui.amount.cpu", { amount: text });
}

/** Milli-CPU as a bare number of cores: 3500 → "3.5", in Ukrainian "3,5". */
export function cores(milli) {
  return decimal(Math.round(milli / 10) / 100);
}

/** Priority in the band: 0, 100, 1k, 10k, 1M, 2G. */
export function priority(value) {
  const a = Math.abs(value);
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (a >= size) return `${decimal(Number((value / size).toFixed(a / size >= 9.95 ? 0 : 1)))}${unit}`;
  }
  return String(value);
}

const two = (n) => String(n).padStart(2, "0");

/** Virtual seconds → "00:01:12.0". */
export function clockTime(seconds, { short = false } = {}) {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const s = Math.floor(tenths / 10);
  const hours = short && s < 3600 ? "" : `${two(Math.floor(s / 3600))}:`;
  return decimal(`${hours}${two(Math.floor(s / 60) % 60)}:${two(s % 60)}.${tenths % 10}`);
}

/** Virtual seconds → "01:12", or "1:01:12" beyond an hour. */
export function axisTime(seconds) {
  const s = Math.round(seconds);
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${rest}` : rest;
}

/** Middle cut that keeps the tail: "auth-6c9d5f7b8-x8k2p" → "auth-6c…-x8k2p". */
export function middleCut(name, max = 15) {
  if (name.length <= max) return name;
  const dash = name.lastIndexOf("-");
  const tail = dash > 0 && name.length - dash <= 7 ? name.slice(dash) : name.slice(-5);
  return `${name.slice(0, Math.max(3, max - 1 - tail.length))}…${tail}`;
}

/** Cut at the head: neighbours in a pool of nodes differ at the end. "pool-1-x8k2p" → "…x8k2p". */
export const tailCut = (name, max) => (name.length <= max ? name : `…${name.slice(1 - max)}`);

/** Thin groups of three: 4000 → "4 000" (no-break). */
export function grouped(n) {
  const [whole, rest] = String(n).split(".");
  const text = whole.replace(/\B(?=(\d{3})+(?!\d))/g, "\u00a0");
  return rest ? decimal(`${text}.${rest}`) : text;
}

/** Names without what all begin with, up to a dash or dot, and what all end with from a dot on (a domain). */
function shortened(names) {
  let prefix = names[0];
  for (const name of names) while (!name.startsWith(prefix)) prefix = prefix.slice(0, -1);
  prefix = prefix.slice(0, Math.max(prefix.lastIndexOf("-"), prefix.lastIndexOf(".")) + 1);
  let suffix = names[0].slice(prefix.length);
  for (const name of names) while (!name.slice(prefix.length).endsWith(suffix)) suffix = suffix.slice(1);
  const domain = suffix.includes(".") ? suffix.length - suffix.indexOf(".") : 0;
  return names.map((n) => [n, n.slice(prefix.length, n.length - domain) || n]);
}

const LONG = 8; // characters of a name on the narrowest rack

/** Names of several parts without the words that all have in the same place: "rack01-node08" → "01-08". */
function numbered(pairs) {
  const parts = pairs.map(([, short]) => short.split("-"));
  const [first] = parts;
  if (first.length < 2 || parts.some((name) => name.length !== first.length)) return pairs;
  if (!pairs.some(([, short]) => short.length > LONG)) return pairs;
  const words = first.map((part) => /^[a-z]*(?=\d)/.exec(part)?.[0] ?? "");
  const worded = (part, i) => part.startsWith(words[i]) && /^\d/.test(part.slice(words[i].length));
  const common = words.map((word, i) => (parts.every((name) => worded(name[i], i)) ? word.length : 0));
  return pairs.map(([name], n) => [name, parts[n].map((part, i) => part.slice(common[i])).join("-")]);
}

/**
 * The part of each node name that tells it from the others: what all begin and end with goes. Where nodes of several
 * domains stand together that is done for each domain, as far as the rest is still different.
 */
export function shortNames(names) {
  if (names.length < 2) return new Map(names.map((n) => [n, n]));
  const families = new Map();
  for (const name of names) {
    const [, domain = ""] = /^[^.]+(\..+)/.exec(name) ?? [];
    if (!families.has(domain)) families.set(domain, []);
    families.get(domain).push(name);
  }
  const ofFamily = ([domain, [name, ...more]]) =>
    more.length ? shortened([name, ...more]) : [[name, name.slice(0, name.length - domain.length)]];
  const pairs = [...families].flatMap(ofFamily);
  const different = new Set(pairs.map(([, short]) => short)).size === names.length;
  return new Map(numbered(different ? pairs : shortened(names)));
}
