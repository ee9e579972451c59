/** The ranking of the pods on a node under pressure, as a table; pods that an earlier pass evicted stay in it. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { priority } from "../../format.js";
import { ruleAt, shares, whyThere } from "../../board/pressure/pressure.js";

const LABEL_INSIDE = 0.62; // from this share on, the request's label stands left of its mark

function usageBar(row, { usage, request }) {
  const percent = (share) => `${share * 100}%`;
  const over = { left: percent(request), width: percent(usage - request) };
  const words = row.request > 0 ? t("ui.press.request", { amount: row.texts.request }) : t("ui.press.no_request");
  return el("div.ub", null,
    el("i.track"),
    el("i.use", { vars: { width: percent(Math.min(usage, request)) } }),
    usage > request ? el("i.over", { vars: over }) : null,
    el("i.tick", { vars: { left: percent(request) } }),
    el(`span.rq${request > LABEL_INSIDE ? ".left" : ""}`, { vars: { "--at": percent(request) }, text: words }));
}

function why(row, rules) {
  const [strong, quiet] = whyThere(row, rules);
  if (row.state === "evicted") {
    const pass = t("ui.press.in_pass", { pass: row.pass });
    return [el("span.tag.out", { text: "Failed · Evicted" }), el("span.q", null, `${pass} · `, say(quiet))];
  }
  if (row.state === "evicting") {
    return [el("span.tag.bad", null, icon("bolt"), say(strong)), el("span.q.strong", { text: say(quiet) })];
  }
  const lock = row.state === "critical" ? [icon("lock"), " "] : null;
  return [el("span.s", null, lock, say(strong)), el("span.q", { text: say(quiet) })];
}

/** `className`: the name of the pod's priority class, or null. */
function tableRow(row, share, rules, className) {
  const dead = row.state === "evicted";
  const struck = dead ? "s" : "b";
  const kind = dead ? ".tomb" : row.state === "evicting" ? ".hot" : "";
  const rank = dead ? el("span", null, "†", el("span.sr", { text: t("ui.press.evicted") })) : String(row.rank);
  const choose = { type: "button", "data-choose": row.pod };
  const quiet = row.because === "critical-priority" ? (className ?? row.qos) : row.qos;
  const spoken = el("span.sr", { text: `, ${t("ui.pod.priority", { value: row.priority })}, ` });
  const name = el("span", null,
    el("button.link.plain", choose, el(struck, { text: row.name })), spoken,
    el("span.q", { text: quiet }));
  const shown = { title: String(row.priority), text: priority(row.priority), "aria-hidden": "true" };
  const band = el(`span.band.b${row.band}`, shown);
  const unit = el("span.cap-us", { text: ` ${t("ui.press.col_usage")}` });
  return el(`tr${kind}`, { "data-row": row.pod, "data-state": row.state || null },
    el("td.rk", null, rank),
    el("th.pd", { scope: "row" }, band, name),
    el("td.bl", null, usageBar(row, share)),
    el("td.n.us", null, el(struck, { text: row.texts.usage }), unit),
    el(`td.n.ov.${row.over > 0 ? "bad" : "ok"}`, { text: row.texts.over }),
    el("td.fa", null, why(row, rules)));
}

const COLUMNS = [["th", "rank"], ["th", "pod"], ["th", "bar"], ["th.n", "usage"], ["th.n", "over"], ["th.fa", "why"]];

/** `classOf(key)` = name of a pod's priority class, or null. */
export function drawRanking({ ranking: rows }, rules, classOf) {
  const rule = ruleAt(rows);
  const share = shares(rows);
  const cut = () => el("tr.cutl", null, el("td", { colspan: COLUMNS.length, text: t("ui.press.rule") }));
  const body = rows.map((row, i) => [i === rule ? cut() : null, tableRow(row, share[i], rules, classOf(row.pod))]);
  const heads = COLUMNS.map(([kind, name]) => el(kind, { scope: "col", text: t(`ui.press.col_${name}`) }));
  return el("table.rank", { hidden: rows.length === 0, vars: { "--rows": rows.length } },
    el("caption.sr", { text: t("ui.press.ranking") }),
    el("thead", null, el("tr", null, heads)),
    el("tbody", null, body));
}
