/** What another weight or another toss would have chosen: a sum over the scores of a decision, never the run itself. */
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { scorePlugins } from "../../board/decision/into.js";

const MOST_WEIGHT = 10;
const MOST_NODES = 5;

/**
 * Totals by other weights: Σ normalised · weight, as the scheduler sums them. Pure.
 * @returns {{totals: Object<string, number>, best: string[]}} `best` in judging order
 */
export function reweighed(decision, weights) {
  const totals = {};
  for (const [node, row] of Object.entries(decision.scores ?? {})) {
    const parts = Object.entries(row).map(([plugin, [, normalised]]) => normalised * (weights[plugin] ?? 0));
    totals[node] = parts.reduce((sum, part) => sum + part, 0);
  }
  const top = Math.max(...Object.values(totals));
  const order = decision.order ?? [];
  const best = Object.keys(totals).filter((n) => totals[n] === top).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return { totals, best };
}

/** One of `names`, told by a seed (mulberry32): the same seed tosses the same, and each name has its share. Pure. */
export function toss(names, seed) {
  let x = (seed + 0x6d2b79f5) | 0;
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return names[Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * names.length)] ?? null;
}

/** {totals, best, changed, chosen, words}: what comes of these weights and this seed. Pure. */
export function outcome(decision, { weights, given, seed }) {
  const { totals, best } = reweighed(decision, weights);
  const changed = Object.keys(given).some((plugin) => weights[plugin] !== given[plugin]);
  const asItWas = !changed && seed === 0;
  const chosen = asItWas ? decision.node : best.length > 1 ? toss(best, seed) : best[0];
  let id = chosen === decision.node ? "ui.whatif.same" : "ui.whatif.other";
  if (best.length > 1) id = "ui.whatif.tied";
  if (asItWas) id = "ui.whatif.as_is";
  const args = { node: chosen, was: decision.node ?? "", total: totals[chosen], nodes: best, n: best.length, seed };
  return { totals, best, changed, chosen, words: t(id, args) };
}

/** One plugin with its weight as a slider. */
function createSlider(plugin, given, onWeight) {
  const out = el("output.tn");
  const input = el("input", {
    type: "range", min: 0, max: Math.max(MOST_WEIGHT, given), step: 1,
    "aria-label": t("ui.whatif.weight", { plugin }),
    oninput: () => onWeight(Number(input.value)),
  });
  return {
    element: el("label.wi-row", null, el("span", { text: plugin }), input, out),
    render(weight) {
      if (input.value !== String(weight)) input.value = String(weight);
      setAttr(input, "aria-valuetext", weight === given ? t("ui.whatif.given", { weight }) : String(weight));
      setText(out, `×${weight}`);
      out.classList.toggle("acc", weight !== given);
    },
  };
}

/** The best few nodes with their sums, and what those were in the run. */
function ranking(decision, totals, chosen) {
  const place = (name) => (decision.order ?? []).indexOf(name);
  const better = (a, b) => totals[b] - totals[a] || (b === chosen) - (a === chosen) || place(a) - place(b);
  return Object.keys(totals).sort(better).slice(0, MOST_NODES).map((name) => {
    const was = decision.totals?.[name];
    const before = totals[name] === was ? "" : el("span.dim.tn", null, el("s", { text: String(was ?? "") }));
    const sum = el("b.tn", { text: String(totals[name]) });
    const mark = icon(name === chosen ? "check" : "dot");
    return el(`li${name === chosen ? ".win" : ""}`, null, mark, el("span", { title: name, text: name }), sum, before);
  });
}

/** What stands in it once it is opened. */
function contents(decision) {
  const plugins = scorePlugins(decision);
  const given = Object.fromEntries(plugins.map((p) => [p, decision.weights?.[p] ?? 1]));
  const now = { weights: { ...given }, given, seed: 0 };
  const result = el("p.said", { role: "status" });
  const list = el("ol.wi-list");
  const change = (values) => {
    Object.assign(now, values);
    render();
  };
  const tossAgain = () => change({ seed: now.seed + 1 });
  const again = el("button.btn.small", { type: "button", onclick: tossAgain }, t("ui.whatif.toss"));
  const asBefore = () => change({ weights: { ...given }, seed: 0 });
  const reset = el("button.btn.small", { type: "button", onclick: asBefore }, t("ui.whatif.reset"));
  const sliders = new Map(plugins.map((plugin) => {
    const weigh = (weight) => change({ weights: { ...now.weights, [plugin]: weight } });
    return [plugin, createSlider(plugin, given[plugin], weigh)];
  }));

  function render() {
    const { totals, best, changed, chosen, words } = outcome(decision, now);
    for (const [plugin, slider] of sliders) slider.render(now.weights[plugin]);
    list.replaceChildren(...ranking(decision, totals, chosen));
    setText(result, words);
    again.hidden = best.length < 2;
    reset.disabled = !changed && now.seed === 0;
  }
  render();
  const rows = [...sliders.values()].map((slider) => slider.element);
  return [el("p.small.dim", { text: t("ui.whatif.hint") }), ...rows, list, result, el("div.row", null, again, reset)];
}

function build(decision) {
  const fill = () => {
    if (panel.childElementCount === 1) panel.append(...contents(decision));
  };
  const tag = el("span.tag.out", { text: t("ui.whatif.tag") });
  const panel = el("details.whatif", { ontoggle: fill }, el("summary", null, tag, " ", t("ui.whatif.title")));
  return panel;
}

/**
 * decision → its what-if, null without a choice; the same element as long as the decision is the same: a new drawing
 * of the panel must not move the hand that holds a slider.
 */
export function createWhatIfs() {
  const kept = new WeakMap();
  return (decision) => {
    if (!decision.scored || Object.keys(decision.scores ?? {}).length < 2) return null;
    if (!kept.has(decision)) kept.set(decision, build(decision));
    return kept.get(decision);
  };
}
