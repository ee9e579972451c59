/** What is said of a node in need, and of a pod that it evicts. */
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { ring, setRing } from "../../board/node/ring.js";
import { transitionOf } from "../../board/pressure/pressure.js";

const WAYS = [
  ["usage", ["no", "first", "share"], [false, true, false]],
  ["priority", ["lower", "second", "no"], [true, false, false]],
  ["budget", ["effort", "no", "no"], [false, false, false]],
  ["grace", ["own", "hard", "none"], [false, true, false]],
];

/** A ring that counts down to something; `tick` keeps it true to the clock. */
function createCountdown(kind) {
  const element = ring();
  setAttr(element, "class", `ring ${kind}`);
  return {
    element,
    update({ left, whole: all }) {
      const whole_ = Math.ceil(left - 1e-6);
      const text = whole_ >= 60 ? `${Math.floor(whole_ / 60)}:${String(whole_ % 60).padStart(2, "0")}` : String(whole_);
      setRing(element, text, Math.min(1, left / all));
      return whole_;
    },
  };
}

/** Three ways to lose a pod, side by side. */
function waysTable({ hardEvictionGraceSeconds: seconds }) {
  const heads = ["preemption", "eviction", "oom"].map((name) => el("th", { scope: "col", text: t(`ui.ways.${name}`) }));
  function way(cell, strong) {
    const words = t(`ui.ways.${cell}`, { seconds });
    return el(cell === "no" || cell === "none" ? "td.dim" : "td", null, strong ? el("b", { text: words }) : words);
  }
  const rows = WAYS.map(([row, cells, strong]) => el("tr", null,
    el("th", { scope: "row", text: t(`ui.ways.row_${row}`) }), cells.map((cell, i) => way(cell, strong[i]))));
  const table = el("table.cmp", null, el("thead", null, el("tr", null, el("td"), heads)), el("tbody", null, rows));
  const qos = el("p.small.ink2", { text: t("ui.ways.qos") });
  return el("section.ways", null, el("h3", { text: t("ui.ways.title") }), table, qos);
}

/** Why an eviction goes on although the threshold is not crossed any more, as the server says. */
function goesOn({ goesOn: why }, row) {
  if (!why) return null;
  const args = { ...why, pod: row.name, usage: row.texts.usage, after: row.texts.freeWithout };
  return el("p", null,
    el("b", { text: t("ui.press.why_on", args) }),
    " ",
    t(why.enough ? "ui.press.why_enough" : "ui.press.why_reclaim", args),
    row.suffices ? ` ${t("ui.press.why_last", args)}` : "");
}

/** Conditions of a node in need, the seconds until they may go, taint and event. */
function createNodeNeed() {
  const countdown = createCountdown("warn");
  const words = el("span.sr");
  const list = el("div.conds");
  const element = el("section.need-of", null, el("h3"), list);
  let keeps = null;
  function tick(now) {
    const left = transitionOf(keeps, now);
    if (left) setText(words, ` ${t("ui.press.left", { n: countdown.update(left) })}`);
  }
  return {
    tick,
    /** The element, or null where there is nothing to say. */
    render(model, name, now) {
      const node = model.nodes.get(name);
      const view = model.pressures.get(name);
      keeps = node?.need?.keeps ?? null;
      if (!node?.need) return null;
      const left = transitionOf(keeps, now);
      setText(element.firstChild, name);
      const rows = [];
      node.need.conditions.forEach((c, i) => {
        const posted = c.posted ?? { status: "", reason: t("ui.press.not_posted") };
        rows.push(el("div", null, i === 0 && left ? countdown.element : el("span.tag.warn", null, icon("warn")),
          el("span", null, el("b", { text: `${c.type} ${c.posted ? posted.status : "True"}` }), ` · ${posted.reason}`,
            left && i === 0 ? [el("br"), el("span.ink2", { text: t("ui.press.held") }), words] : null)));
        if (c.taint)
          rows.push(el("div", null, el("span.tag.warn", { text: t("ui.press.taint") }),
            el("span.mono.small", { text: `${c.taint.key}:${c.taint.effect}` })));
      });
      if (view && view.pressed && view.steps.some((s) => s.step === "evict" && s.state === "done"))
        rows.push(el("div", null, el("span.tag", { text: t("ui.press.event") }),
          el("span.small", null, el("b", { text: "EvictionThresholdMet" }), ` ${view.event}`)));
      list.replaceChildren(...rows);
      tick(now);
      return element;
    },
  };
}

/** The heading and all sections about a pod that its node evicts. `row` = its row in the ranking `view`, or null. */
function evictedPod({ pod, view, row, message, chart, list, need, rules }) {
  const heading = el("div.row.heading", null, el("h2", { text: pod.name }),
    el("span.tag.bad", null, icon("bolt"), t("ui.press.evicted_by")));
  const reason = row && view ? goesOn(view, row) : null;
  return [heading, message, reason, chart, list, need, waysTable(rules)].filter(Boolean);
}

/** What `createLaterNeed` waits for. */
export const createNeed = () => ({ ...createNodeNeed(), evictedPod });
