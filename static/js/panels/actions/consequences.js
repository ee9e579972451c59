/** What an input that may lose data changes, as the server says it: how it is now, and how it will be afterwards. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { duration } from "../../board/partition/faults.js";

const SIGNS = { bad: "cross", ok: "check" };
const LOCKED = "held"; // the name of a pod is locked while its object exists

/** The address that asks about an input at a step. Pure. */
export function consequencesUrl(run, at, input) {
  return `/r/${run}/consequences?${new URLSearchParams({ at, input: JSON.stringify(input) })}`;
}

/** A phrase of the server in words. Pure. */
export function phrase({ text, say, args }) {
  if (say === undefined) return text;
  return t(`ui.danger.${say}`, "seconds" in args ? { ...args, time: duration(args.seconds) } : args);
}

function createRow({ what, now, after, level }) {
  return el("tr", null,
    el("th", { scope: "row", text: phrase(what) }),
    el("td", null, now.say === LOCKED ? icon("lock") : null, phrase(now)),
    el(level ? `td.${level}` : "td", null, SIGNS[level] ? icon(SIGNS[level]) : null, phrase(after)));
}

/** The rows as a table. */
export function createConsequences({ rows }) {
  const head = (word) => el("th", { scope: "col", text: t(word) });
  const what = el("th", { scope: "col" }, el("span.sr", { text: t("ui.danger.what") }));
  return el("table", null,
    el("thead", null, el("tr", null, what, head("ui.danger.now"), head("ui.danger.after"))),
    el("tbody", null, rows.map(createRow)));
}
