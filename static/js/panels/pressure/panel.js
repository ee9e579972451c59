/**
 * The page of one node under pressure, in place of the racks: the pass, the bar, the ranking, and what one may change.
 */
import { arrange, el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { priority } from "../../format.js";
import { rowsOf, shares, shownNode, whyThere } from "../../board/pressure/pressure.js";
import { lastRanked, pressuresOf } from "../../board/pressure/recall.js";
import { drawBar } from "./bar.js";
import { createUsage } from "./usage.js";

const CLASS = { done: "done", now: "on", skipped: "skip", "to come": "todo" };
const STATE = { done: "done", now: "on", skipped: "skipped", "to come": "todo" };

/** Those that an earlier pass took and nobody deleted yet, with the place they had: [{row, pass}]. */
export function earlierVictims(model, name, points) {
  const out = [];
  for (const pod of model.pods.values()) {
    if (pod.node !== name || pod.phase !== "Failed" || pod.reason !== "Evicted") continue;
    const found = lastRanked(points, pod.key);
    if (found) out.push(found);
  }
  return out.sort((a, b) => a.pass - b.pass || a.row.rank - b.row.rank);
}

function usageBar(row, share) {
  const [use, want] = [share.usage, share.request];
  const within = Math.min(use, want);
  return el(
    "div.ub",
    { "aria-hidden": "true" },
    el("i.track"),
    el("i.use", { vars: { width: `${within * 100}%` } }),
    use > want ? el("i.over", { vars: { left: `${want * 100}%`, width: `${(use - want) * 100}%` } }) : null,
    el("i.tick", { vars: { left: `${want * 100}%` } }),
    el(`span.rq${want > 0.62 ? ".left" : ""}`, {
      vars: { "--at": `${want * 100}%` },
      text: row.request > 0 ? t("ui.press.request", { amount: row.texts.request }) : t("ui.press.no_request"),
    }),
  );
}

function why(row, rules) {
  const [strong, quiet] = whyThere(row, rules);
  if (row.state === "evicted")
    return [
      el("span.tag.out", { text: "Failed · Evicted" }),
      el("span.q", null, row.pass ? `${t("ui.press.in_pass", { pass: row.pass })} · ` : "", say(quiet)),
    ];
  if (row.state === "evicting")
    return [el("span.tag.bad", null, icon("bolt"), say(strong)), el("span.q.strong", { text: say(quiet) })];
  return [
    el("span.s", null, row.state === "critical" ? [icon("lock"), " "] : null, say(strong)),
    el("span.q", { text: say(quiet) }),
  ];
}

function tableRow(row, share, rules, name) {
  const dead = row.state === "evicted";
  const hot = row.state === "evicting";
  const much = row.texts.usage;
  return el(
    `tr${dead ? ".tomb" : hot ? ".hot" : ""}`,
    { "data-row": row.pod, "data-state": row.state || null },
    el("td.rk", null, dead ? el("span", null, "†", el("span.sr", { text: t("ui.press.evicted") })) : String(row.rank)),
    el(
      "th.pd",
      { scope: "row" },
      el(`span.band.b${row.band}`, { title: String(row.priority), text: priority(row.priority) }),
      el(
        "span",
        null,
        el("button.link.plain", { type: "button", "data-choose": row.pod }, el(dead ? "s" : "b", { text: row.name })),
        el("span.q", { text: row.because === "critical-priority" ? (name ?? row.qos) : row.qos }),
      ),
    ),
    el("td.bl", null, usageBar(row, share)),
    el(
      "td.n.us",
      null,
      el(dead ? "s" : "b", { text: much }),
      el("span.cap-us", { text: ` ${t("ui.press.col_usage")}` }),
    ),
    el(`td.n.ov.${row.over > 0 ? "bad" : "ok"}`, { text: row.texts.over }),
    el("td.fa", null, why(row, rules)),
  );
}

/** `classOf(key)` = name of a pod's priority class, or null. */
function table(view, earlier, rules, classOf) {
  const { rows, rule } = rowsOf(view, earlier);
  const share = shares(rows);
  const body = [];
  rows.forEach((row, i) => {
    if (i === rule) body.push(el("tr.cutl", null, el("td", { colspan: 6, text: t("ui.press.rule") })));
    body.push(tableRow(row, share[i], rules, classOf(row.pod)));
  });
  return el(
    "table.rank",
    null,
    el("caption.sr", { text: t("ui.press.ranking") }),
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        ["rank", "pod", "bar"].map((name) => el("th", { scope: "col", text: t(`ui.press.col_${name}`) })),
        el("th.n", { scope: "col", text: t("ui.press.col_usage") }),
        el("th.n", { scope: "col", text: t("ui.press.col_over") }),
        el("th.fa", { scope: "col", text: t("ui.press.col_why") }),
      ),
    ),
    el("tbody", null, body),
  );
}

/** `stage` = the board's middle; `opener` = the inspector's button, which stands in the rail of whoever is shown. */
export function createPressure({ stage, player, actions, opener, onChoose, onToggle }) {
  const wish = { open: null, closed: new Set() };
  const title = el("b");
  const about = el("span.ink2");
  const steps = el("ol", { "aria-label": t("ui.press.pass_label") });
  const close = el(
    "button.btn.small.to-board",
    {
      type: "button",
      "aria-label": t("ui.press.close"),
      title: t("ui.press.close"),
      onclick: () => toggle(shown, false),
    },
    icon("cross"),
  );
  const rail = el("div.rail.pass", { role: "group", tabindex: "0" }, close, el("span.row", null, title, about), steps);
  const drawing = el("div.mbp");
  const ranking = el("div.rankp");
  const usage = createUsage(actions);
  const body = el(
    "div.press-body",
    { tabindex: "0", role: "region" },
    el("div.press-in", null, drawing, usage.element, ranking),
  );
  const element = el("section.press", { hidden: true }, rail, body);
  stage.append(element);
  const home = opener.parentElement;
  let shown = null;
  let marks = [];
  let latest = null;

  function toggle(name, open) {
    wish.open = open ? name : null;
    if (open) wish.closed.delete(name);
    else wish.closed.add(name);
    onToggle();
  }

  function drawRail(name, view) {
    setText(title, t("ui.press.title", { node: name }));
    setText(about, view.pass ? t("ui.press.pass", { n: view.pass }) : t("ui.press.no_pass"));
    arrange(
      steps,
      view.steps.map(({ step, state }) =>
        el(
          `li.${CLASS[state] ?? "todo"}`,
          { "aria-current": state === "now" ? "step" : null },
          state === "done" ? icon("check") : null,
          el("span", { text: t(`ui.press.step_${step}`) }),
          el("span.sr", { text: ` ${t(`ui.point.${STATE[state] ?? "todo"}`)}` }),
        ),
      ),
    );
  }

  function draw(model, name, view, canAct) {
    const { bar } = view;
    setAttr(element, "aria-label", t("ui.press.title", { node: name }));
    setAttr(body, "aria-label", t("ui.press.ranking"));
    drawRail(name, view);
    if (!bar) return;
    const thing = t(`ui.press.of_${bar.resource}`, { node: name, amount: bar.capacityText });
    const width = Math.max(260, Math.floor(body.clientWidth - parseFloat(getComputedStyle(body).paddingLeft) * 2));
    drawing.replaceChildren(
      drawBar(bar, width, { title: thing, sentence: `${thing}, ${t("ui.press.free", { amount: bar.freeText })}` }),
    );
    const points = pressuresOf(player.framesUpTo(model.seq), player.start, name, model.seq);
    ranking.replaceChildren(
      table(view, earlierVictims(model, name, points), model.rules, (key) => model.pods.get(key)?.class ?? null),
    );
    usage.render(name, view, bar.resource === "memory" && canAct, model.rules);
  }

  element.addEventListener("click", (event) => {
    const key = event.target.closest("[data-choose]")?.dataset.choose;
    if (key) onChoose({ pod: key });
  });

  return {
    element,
    wish,
    /** The node whose page stands here, or null. */
    get shown() {
      return shown;
    },
    toggle,
    /** @returns {string | null} the node that is shown now */
    render(model, chosen, canAct) {
      latest = { model, chosen, canAct };
      if (wish.open && chosen.node && chosen.node !== wish.open && model.pressures.has(chosen.node))
        wish.open = chosen.node;
      shown = shownNode(model, chosen, wish);
      const view = shown ? model.pressures.get(shown) : null;
      if (element.hidden !== !shown) {
        element.hidden = !shown;
        stage.classList.toggle("pressed", Boolean(shown));
        stage.closest(".app")?.classList.toggle("pressed", Boolean(shown));
        (shown ? rail : home).append(opener);
        marks = [];
      }
      if (!shown) return null;
      const now = [shown, view, model.pods, canAct, body.clientWidth, player.framesKnown];
      if (now.every((mark, i) => mark === marks[i])) return shown;
      marks = now;
      draw(model, shown, view, canAct);
      return shown;
    },
    relayout() {
      marks = [];
      if (latest) this.render(latest.model, latest.chosen, latest.canAct);
    },
  };
}
