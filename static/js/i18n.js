/**
 * Words. `t(id, args)` → text in the page's language.
 * A catalogue is a JSON object id → text or list of plural forms; a form is picked by `args.n` with Intl.PluralRules.
 * An arg may be a message itself ({id, args}) or a list of strings. What Kubernetes says arrives as text and stays
 *   English.
 */

const ORDER = ["zero", "one", "two", "few", "many", "other"];
let catalogue = {};
let rules = new Intl.PluralRules("en");
let point = "."; // the decimal mark of the language

/** Use this catalogue from now on. */
export function setCatalogue(language, messages) {
  catalogue = messages ?? {};
  rules = new Intl.PluralRules(language);
  point = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === "decimal").value;
}

/** Further words of the same language, which came later. */
export function addWords(messages) {
  catalogue = { ...catalogue, ...messages };
}

/**
 * A number of ours, or arithmetic with such numbers, with the decimal mark of the page's language. It is never given
 * what Kubernetes writes itself, such as 1.5Gi, nor a version.
 */
export function decimal(value) {
  return String(value).replace(/(\d)\.(?=\d)/g, (_, digit) => digit + point);
}

/** The catalogue at `url`, or null where it cannot be had. */
async function fetched(url) {
  try {
    const response = await fetch(url);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

const html = globalThis.document?.documentElement;

/** Fetch the catalogue at `url`, the page's own; without it our own words are shown in English. */
export async function loadCatalogue(url = html.dataset.catalogue, language = html.lang || "en") {
  const texts = url ? await fetched(url) : null;
  if (texts) setCatalogue(language, texts);
  else setCatalogue("en", await fetched(new URL("../words.json", import.meta.url)));
}

function pick(forms, n, pluralRules) {
  if (typeof forms === "string") return forms;
  const category = pluralRules.select(Number(n ?? 0));
  if (!Array.isArray(forms)) return forms[category] ?? forms.other;
  const present = pluralRules.resolvedOptions().pluralCategories;
  const names = ORDER.filter((c) => present.includes(c));
  return forms[names.indexOf(category)] ?? forms[forms.length - 1];
}

function template(id, args) {
  const mine = catalogue[id];
  return mine === undefined || mine === "" ? id : pick(mine, args.n, rules);
}

/** Whether a catalogue with this id is there. */
export const knows = (id) => catalogue[id] !== undefined;

/** The words of parts that come later, for `addWords`; null where `id`, one of them, is there. */
export const laterWords = (id, address = "/causes.json") =>
  (knows(id) ? null : fetch(address).then((answer) => answer.json()));

function isMessage(value) {
  return value !== null && typeof value === "object" && typeof value.id === "string";
}

/** What the language puts between two entries of a list. */
const between = () => (knows("list.between") ? t("list.between") : ", ");

const MOST_LISTED = 12; // in a sentence; the others are counted

/** The first entries of a list of a sentence, and how many others there are. */
function shortened(entries) {
  if (entries.length <= MOST_LISTED || !knows("ui.queue.more")) return entries;
  return [...entries.slice(0, MOST_LISTED - 1), { id: "ui.queue.more", args: { n: entries.length - MOST_LISTED + 1 } }];
}

/** The entries of a list as one text; an entry may be a message. */
export const listed = (entries) => entries.map(plain).join(between());

function plain(value) {
  if (value === null || value === undefined) return "";
  if (isMessage(value)) return t(value.id, value.args);
  if (Array.isArray(value)) return listed(shortened(value));
  return typeof value === "number" ? decimal(value) : String(value);
}

/** Between two Chinese characters stands no blank, also where an argument brings one of them. */
const BLANK = /(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])/g;

/** The message as text. */
export function t(id, args = {}) {
  return template(id, args ?? {}).replace(/\{(\w+)\}/g, (whole, name) =>
    name in (args ?? {}) ? plain(args[name]) : whole,
  ).replace(BLANK, "");
}

/** `out` of `parts` with the same rule at its seams. */
function closed(out) {
  const textOf = (part) => (typeof part === "string" ? part : part.text);
  for (let i = 1; i < out.length; i += 1) {
    const seam = textOf(out[i - 1]).slice(-2) + textOf(out[i]).slice(0, 2);
    if (seam.replace(BLANK, "") === seam) continue;
    if (typeof out[i] === "string" && out[i].startsWith(" ")) out[i] = out[i].slice(1);
    else if (typeof out[i - 1] === "string" && out[i - 1].endsWith(" ")) out[i - 1] = out[i - 1].slice(0, -1);
  }
  return out;
}

/**
 * The message as parts: strings, and {arg, text} where an argument stands, so that a view can set it off. Each entry of
 * a list is a part of its own.
 */
export function parts(id, args = {}) {
  const out = [];
  let last = 0;
  const text = template(id, args);
  for (const match of text.matchAll(/\{(\w+)\}/g)) {
    if (!(match[1] in args)) continue;
    if (match.index > last) out.push(text.slice(last, match.index));
    const value = args[match[1]];
    const entries = Array.isArray(value) ? shortened(value) : [value];
    for (const [i, entry] of entries.entries()) {
      if (i) out.push(between());
      if (isMessage(entry)) out.push(...parts(entry.id, entry.args ?? {}));
      else out.push({ arg: match[1], text: plain(entry) });
    }
    last = match.index + match[0].length;
  }
  if (last < text.length) out.push(text.slice(last));
  return closed(out);
}

/** A message value ({id, args}) or null → text. */
export function say(message) {
  return message ? t(message.id, message.args ?? {}) : "";
}
