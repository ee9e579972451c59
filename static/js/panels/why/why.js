/** The Why of a pod: its DecisionView as tables, at rest and while the cursor stands inside it. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { cpu, grouped, quantity } from "../../format.js";
import { shortNames } from "../../format.js";
import { affinitySections } from "./affinity.js";
import { legend, scoreBars, scoresSection, scoreTable } from "./scores.js";
import { spreadCharts } from "./spread-chart.js";
import { spreadArithmetic, spreadDrill, spreadStates, spreadWeights } from "./spread-walk.js";
import { distances, preemptionSection, short, victims } from "./why-parts.js";

const MANY = 12;

function resultTag(decision, pod) {
  if (pod && !pod.node && pod.nominated) return el("span.tag.nom", null, icon("slot"), t("ui.why.nominated", { node: pod.nominated }));
  switch (decision?.result) {
    case "bound": return el("span.tag.ok", null, icon("check"), t("ui.why.bound", { node: decision.node }));
    case "nominated": return el("span.tag.nom", null, icon("slot"), t("ui.why.nominated", { node: decision.node ?? decision.preemption?.chosen ?? "" }));
    case "unschedulable": return el("span.tag.warn", null, icon("clock"), t("ui.why.unschedulable"));
    case "gated": return el("span.tag.out", null, icon("gate"), t("ui.why.gated"));
    case "error": return el("span.tag.bad", null, icon("cross"), t("ui.why.error"));
    default: return null;
  }
}

function heading(name, tag, cycle) {
  return el("div.row.heading", null, el("h2", { text: name }), tag, el("span.sp"), cycle === undefined ? null : el("span.dim.tn.nowrap", null, t("ui.why.cycle", { number: cycle })));
}

/** Nodes of a decision, most telling first: chosen, candidates, those that fit, the rest in judging order. Pure. */
export function nodeOrder(decision) {
  const order = decision.order?.length ? decision.order : Object.keys(decision.nodes ?? {});
  const candidates = (decision.preemption?.candidates ?? []).map((c) => c.node);
  const lasted = new Map(candidates.map((name) => [name, (decision.preemption.criteria ?? []).filter((c) => (c.left ?? []).includes(name)).length]));
  const rank = (name) => {
    if (name === (decision.preemption?.chosen ?? decision.node)) return 0;
    if (candidates.includes(name)) return 1 + 0.5 / (1 + lasted.get(name));
    return decision.nodes?.[name]?.code === "Success" ? 2 : 3;
  };
  return [...order, ...Object.keys(decision.nodes ?? {}).filter((n) => !order.includes(n))].sort((a, b) => rank(a) - rank(b) || (decision.totals?.[b] ?? 0) - (decision.totals?.[a] ?? 0));
}

/** Refusals grouped by reason: [{reason, plugin, code, count, nodes}], most first. Pure. */
export function groupsOf(decision) {
  const groups = new Map();
  for (const [name, verdict] of Object.entries(decision.nodes ?? {})) {
    if (verdict.code === "Success") continue;
    const reason = (verdict.reasons ?? []).join(", ");
    const key = `${verdict.plugin}|${reason}`;
    if (!groups.has(key)) groups.set(key, { reason, plugin: verdict.plugin, code: verdict.code, count: 0, nodes: [] });
    const group = groups.get(key);
    group.count += 1;
    group.nodes.push(name);
  }
  for (const more of decision.groups ?? []) {
    const group = groups.get(`${more.plugin}|${more.reason}`);
    if (group) group.count = Math.max(group.count, more.count);
    else groups.set(`${more.plugin}|${more.reason}`, { ...more, code: more.code ?? "", nodes: more.nodes ?? [] });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function nodeTable(decision) {
  const told = decision.preemption;
  // a pod that may not preempt asked no node what would happen
  const p = told && (told.candidates.length || Object.keys(told.statuses ?? {}).length) ? told : null;
  const candidates = new Map((p?.candidates ?? []).map((c) => [c.node, c]));
  const rows = nodeOrder(decision).map((name) => {
    const verdict = decision.nodes?.[name];
    if (!verdict) return null;
    const fits = verdict.code === "Success";
    const candidate = candidates.get(name);
    const said = fits
      ? el("td.ok", null, icon("check"), " ", t("ui.why.fits"), distances(verdict))
      : el("td", null, el("span.said", null, (verdict.reasons ?? []).join(", ") || verdict.code), distances(verdict), verdict.plugin ? el("div.plug.dim", { text: verdict.plugin }) : null);
    let lower = null;
    if (p) {
      const status = p.statuses?.[name];
      lower = el("td", null, candidate ? victims(candidate) : status ? (status.reasons ?? []).join(", ") : verdict.code === "UnschedulableAndUnresolvable" ? (p.others ?? []).join(", ") || "–" : "–");
    }
    const chosen = name === (p?.chosen ?? null);
    const kind = chosen ? "tr.pick" : fits || candidate ? "tr" : p ? "tr.out" : "tr";
    return el(kind, null, el("th", { scope: "row" }, chosen || name === decision.node ? el("b", { text: name }) : name), said, lower);
  });
  return el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.nodes") }, el("table.nodes", null,
    el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_node") }), el("th", { text: t("ui.why.col_said") }), p ? el("th", { text: t("ui.why.col_lower") }) : null)),
    el("tbody", null, rows)));
}

function groupList(decision, lit, onLight) {
  const groups = groupsOf(decision);
  const total = groups.reduce((sum, g) => sum + g.count, 0);
  if (!total) return null;
  return el("section", null, el("h3", null, t("ui.why.refusals", { n: total, reasons: groups.length }), " ", el("span.dim.light", { text: t("ui.why.refusals_hint") })),
    el("div.hist", null, groups.map((group) => el("button.hb", { type: "button", "aria-pressed": lit === group.reason ? "true" : "false", onclick: () => onLight(lit === group.reason ? null : group) },
      el("span.row", null, el("b.hn.tn", null, String(group.count)), el("span", { text: group.reason || group.code })),
      el("span.tr", null, el(`i${group.code === "UnschedulableAndUnresolvable" ? ".r2" : ".r1"}`, { vars: { width: `${(group.count / total) * 100}%` } })),
      el("span.row.dim.hm", null, el("span", { text: group.plugin ?? "" }), el("span.sp"), el("span", { text: group.code === "UnschedulableAndUnresolvable" ? "Unresolvable" : group.code }))))));
}

function message(decision) {
  return decision.message ? el("div.msg", { text: decision.message }) : null;
}

function preFilter(decision) {
  const pre = decision.prefilter;
  if (!pre || pre.code === "Success" || !(pre.reasons ?? []).length) return null;
  return el("p.note.bad", null, icon("cross"), el("span", null, el("b", { text: t("ui.why.prefilter") }), ` ${pre.plugin ?? ""}: ${pre.reasons.join(", ")}`));
}

/** A decision at rest. */
function decisionView(decision, pod, { lit, onLight, charts }) {
  const many = Object.keys(decision.nodes ?? {}).length > MANY || decision.groups?.length;
  return [
    heading(short(decision.pod), resultTag(decision, pod), decision.cycle),
    message(decision),
    preFilter(decision),
    ...(decision.scored ? scoresSection(decision) : []),
    ...charts(decision),
    ...affinitySections(decision),
    many ? groupList(decision, lit, onLight) : nodeTable(decision),
    ...preemptionSection(decision),
    ...(decision.scored ? [] : scoresSection(decision)),
  ];
}

/** Another pod's decision in a few lines, below the chosen one. */
function brief(decision, pod) {
  return el("section.brief", null, heading(short(decision.pod), resultTag(decision, pod), decision.cycle),
    decision.scored ? [scoreBars(decision), legend(decision)] : message(decision));
}

/* ---- inside ---- */

function orderChips(decision, stop, model) {
  const names = shortNames([...model.nodes.keys()]);
  const order = decision.order ?? [];
  const from = Math.max(0, Math.min((stop.k ?? 1) - 6, order.length - 12));
  return el("div.order", null, order.slice(from, from + 12).map((name, i) => {
    const k = from + i + 1;
    const verdict = decision.nodes?.[name];
    if (k > stop.k) return el("span", { title: name, text: names.get(name) ?? name });
    if (k === stop.k) return el("span.on", { title: name, "aria-current": "step" }, icon("eye"), names.get(name) ?? name);
    const ok = verdict?.code === "Success";
    return el(`span.${ok ? "v" : "x"}`, { title: name }, icon(ok ? "check" : verdict?.plugin === "NodeUnschedulable" ? "ban" : "cross"), names.get(name) ?? name);
  }));
}

function pluginList(decision, verdict) {
  const plugins = decision.filterPlugins ?? [];
  const skipped = new Set(decision.filterSkipped ?? []);
  const stopAt = verdict.code === "Success" ? plugins.length : Math.max(0, plugins.indexOf(verdict.plugin));
  const rows = plugins.slice(0, stopAt).map((name) => (skipped.has(name)
    ? el("li.pl.skip", null, icon("dash"), el("span.pn", { text: name }), el("span.pt", { text: t("ui.why.skipped") }))
    : el("li.pl.pass", null, icon("check"), el("span.pn", { text: name }), el("span.pt", { text: t("ui.why.passed") }))));
  if (verdict.code !== "Success") {
    rows.push(el("li.pl.on", null, icon("cross"), el("span.pn", { text: verdict.plugin ?? "" }), el("span.pt", null, el("b", { text: (verdict.reasons ?? []).join(", ") }))));
    const rest = plugins.length - stopAt - 1;
    if (rest > 0) rows.push(el("li.pl.todo", null, icon("dot"), el("span.pn.two", { text: t("ui.why.not_run", { n: rest }) })));
  }
  return el("section", null, el("h3", { text: t("ui.why.plugins") }), el("ol.plugs", null, rows));
}

/** The sum behind a refusal for lack of a resource: what stands, what is reserved, what would be. */
function sums(decision, verdict) {
  const pod = short(decision.pod);
  return (verdict.distance ?? []).filter((d) => verdict.code === "Success" || d.free < d.needs || verdict.distance.length === 1).slice(0, 3).map((d) => {
    const q = (v) => (d.resource === "cpu" ? `${grouped(v)}m` : quantity(d.resource, v));
    const nominated = d.nominated ?? 0;
    const now = d.requested - nominated;
    const would = d.requested + d.needs;
    const over = would > d.allocatable;
    const span = Math.max(would, d.allocatable);
    const share = (v) => `${(v / span) * 100}%`;
    return el("section", null, el("h3", { text: `${verdict.plugin ?? "NodeResourcesFit"} · ${d.resource}` }),
      el("div.need", { "aria-hidden": "true" }, el("i.n-run", { vars: { width: share(now) } }), nominated ? el("i.n-nom", { vars: { width: share(nominated) } }) : null,
        el("i.n-pod", { vars: { width: share(d.needs) } }), el("i.n-line", { vars: { left: share(d.allocatable) } })),
      el("div.sum", null,
        el("div", null, el("span", { text: t("ui.why.requested") }), el("span.tn", { text: q(now) }), el("span")),
        nominated ? el("div.nomc", null, el("span", { text: t("ui.why.plus_nominated") }), el("span.tn", { text: q(nominated) }), el("span.dim", { text: (verdict.nominatedCounted ?? []).map(short).join(", ") })) : null,
        el("div", null, el("span", { text: `+ ${pod}` }), el("span.tn", { text: q(d.needs) }), el("span")),
        el("div.tot", null, el("span", { text: t("ui.why.would_be") }), el(`span.tn${over ? ".bad" : ""}`, null, el("b", { text: q(would) })),
          el(over ? "span.bad" : "span.dim", { text: over ? t("ui.why.allocatable", { value: q(d.allocatable) }) : `≤ ${q(d.allocatable)}` }))));
  });
}

function passNote(verdict) {
  const counted = verdict.nominatedCounted ?? [];
  if (!counted.length) return null;
  const pods = counted.map(short);
  const first = verdict.failedPass === 1 || verdict.failedPass === null || verdict.failedPass === undefined;
  return el("div.note.nom", null, icon("slot"), el("span", null, el("b", { text: t("ui.why.pass_title", { k: verdict.failedPass ?? 1, pods }) }), " ", t("ui.why.pass_text"), " ",
    verdict.failedPass ? t(first ? "ui.why.pass_first" : "ui.why.pass_second") : ""));
}

function soFar(decision, k) {
  const rows = (decision.order ?? []).slice(0, k - 1).slice(-8);
  if (!rows.length) return null;
  return el("section", null, el("h3", { text: t("ui.why.so_far") }), el("table.sofar", null, el("tbody", null, rows.map((name) => {
    const verdict = decision.nodes?.[name] ?? { code: "Success" };
    const ok = verdict.code === "Success";
    return el("tr", null, el("th", { scope: "row", text: name }), el(ok ? "td.ok" : "td.bad", null, icon(ok ? "check" : verdict.plugin === "NodeUnschedulable" ? "ban" : "cross"), " ", ok ? t("ui.why.feasible") : (verdict.reasons ?? []).join(", ")),
      el("td.dim", { text: verdict.plugin ?? "" }));
  }))));
}

function insideView({ decision, stops, k }, model) {
  const stop = stops[k];
  const pod = model.pods.get(decision.pod);
  const name = short(decision.pod);
  if (stop.point === "Filter") {
    const verdict = decision.nodes?.[stop.node] ?? { code: "Success", reasons: [] };
    const ok = verdict.code === "Success";
    return [
      heading(t("ui.why.on_node", { pod: name, node: stop.node }), el(ok ? "span.tag.ok" : "span.tag.bad", null, icon(ok ? "check" : "cross"), ok ? t("ui.why.fits") : verdict.code), decision.cycle),
      el("section", null, el("h3", null, t("ui.why.order"), " ", el("span.dim.light", { text: t("ui.why.order_k", { k: stop.k, of: stop.of }) })), orderChips(decision, stop, model)),
      pluginList(decision, verdict),
      ...sums(decision, verdict),
      (verdict.spread ?? []).length ? el("section", null, el("h3", { text: "PodTopologySpread" }), distances({ ...verdict, distance: [] })) : null,
      passNote(verdict),
      soFar(decision, stop.k),
    ];
  }
  const head = heading(name, el("span.tag.acc", null, icon("eye"), stop.plugin ?? stop.point), decision.cycle);
  if (stop.point === "PreFilter") return [head, preFilter(decision), el("p.small", { text: t("ui.say.prefilter", { pod: name }) }),
    (decision.filterSkipped ?? []).length ? el("section", null, el("h3", { text: t("ui.why.skipped") }), el("p.small.dim", { text: decision.filterSkipped.join(", ") })) : null,
    pod ? el("p.small.tn", null, pod.cpu ? cpu(pod.cpu) : t("ui.pod.no_request"), " · ", t("ui.pod.priority", { value: pod.priority })) : null,
    ...spreadStates(decision)];
  if (stop.point === "PostFilter") return [head, message(decision), nodeTable(decision), ...preemptionSection(decision), ...spreadDrill(decision)];
  if (stop.point === "Score" && stop.plugin) return [head, el("section", null, el("h3", { text: t("ui.why.scores") }), scoreBars(decision, stop.plugin), legend(decision)), ...(stop.plugin === "PodTopologySpread" ? spreadArithmetic(decision) : []), scoreTable(decision, stop.plugin)];
  if (stop.point === "Score") return [head, ...scoresSection(decision)];
  return [head, el("p.small", null, t(stop.point === "Reserve" ? "ui.say.reserve" : "ui.say.prescore", { pod: name, node: decision.node ?? "" })), ...(stop.point === "PreScore" ? spreadWeights(decision) : []), ...scoresSection(decision)];
}

/* ---- a node ---- */

function nodeView(node, model, decision) {
  const pods = [...model.pods.values()].filter((p) => p.node === node.name).sort((a, b) => b.priority - a.priority || a.order - b.order);
  const verdict = decision?.nodes?.[node.name];
  return [
    heading(t("ui.why.node", { node: node.name }), node.cordoned ? el("span.tag.bad", null, icon("ban"), t("ui.verdict.cordoned")) : null, undefined),
    node.taints?.length ? el("section", null, el("h3", { text: t("ui.why.taints") }), node.taints.map((x) => el("p.mono.small", { text: `${x.key}${x.value ? `=${x.value}` : ""}:${x.effect}` }))) : null,
    verdict ? el("section", null, el("h3", null, t("ui.why.judged_last"), " ", el("span.dim.light", { text: `${short(decision.pod)} · ${t("ui.why.cycle", { number: decision.cycle })}` })),
      el(verdict.code === "Success" ? "p.ok.small" : "p.bad.small", null, icon(verdict.code === "Success" ? "check" : "cross"), " ", verdict.code === "Success" ? t("ui.why.fits") : (verdict.reasons ?? []).join(", ")),
      distances(verdict), decision.scored && decision.totals?.[node.name] !== undefined ? el("p.small.tn", null, t("ui.why.sum"), " ", el("b", { text: String(decision.totals[node.name]) })) : null) : null,
    el("section", null, el("h3", { text: t("ui.why.pods_here") }), pods.length
      ? el("table", null, el("tbody", null, pods.map((p) => el("tr", null, el("th", { scope: "row" }, el("button.link", { type: "button", "data-choose": p.key, text: p.name })), el("td", { text: p.term ? p.term.signal : p.state }), el("td.n", { text: p.cpu ? cpu(p.cpu) : "–" }), el("td.n", { text: String(p.priority) })))))
      : el("p.small.dim", { text: t("ui.why.no_pods") })),
  ];
}

/** What the Why tab shows now, as elements. `chosen` = {pod} | {node} | {}. */
export function whyView({ model, into, chosen, lit, onLight, words = [], chartsHere = true }) {
  const charts = (decision) => (chartsHere ? spreadCharts(decision, model) : []);
  if (into && (!chosen.pod || chosen.pod === into.decision.pod) && !chosen.node) return insideView(into, model);
  if (chosen.node) {
    const node = model.nodes.get(chosen.node);
    if (node) return nodeView(node, model, model.last);
  }
  const key = chosen.pod ?? model.last?.pod ?? null;
  if (!key) return [...words.filter(Boolean).map((text, i) => el(i ? "p.question" : "p.summary", { text })), el("p.ink2.empty", { text: t("ui.inspector.nothing") })];
  const pod = model.pods.get(key) ?? null;
  const decision = model.decisions.get(key) ?? (model.last?.pod === key ? model.last : null);
  const out = [];
  if (decision) out.push(...decisionView(decision, pod, { lit, onLight, charts }));
  else {
    out.push(heading(short(key), null, undefined));
    if (pod) out.push(el("p.small.tn", null, pod.cpu ? cpu(pod.cpu) : t("ui.pod.no_request"), " · ", t("ui.pod.priority", { value: pod.priority }), pod.node ? ` · ${pod.node}` : ""));
    out.push(el("p.ink2", { text: pod?.why ? say(pod.why) : t("ui.why.no_decision", { pod: short(key) }) }));
  }
  if (model.last && model.last.pod !== key) out.push(brief(model.last, model.pods.get(model.last.pod) ?? null));
  return out;
}
