/** What another weight or another toss would have chosen: a sum over the scores of a decision, never the run itself. */
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { scorePlugins } from "../../board/decision/into.js";

const MOST_WEIGHT = 10;

/**
 * Totals by other weights: Σ normalised · weight, as the scheduler sums them. Pure.
 * @returns {{totals: Object<string, number>, best: string[]}} `best` in judging order
 */
export function reweighed(decision, weights) {
  const totals = {};
  for (const [node, row] of Object.entries(decision.scores ?? {})) {
    totals[node] = Object.entries(row).reduce((sum, [plugin, [, normalised]]) => sum + normalised * (weights[plugin] ?? 0), 0);
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

const kept = new WeakMap(); // decision → its sliders: a drawing of the panel must not move the hand that holds one

/** What stands in it once it is opened. */
function contents(decision) {
  const plugins = scorePlugins(decision);
  const given = Object.fromEntries(plugins.map((p) => [p, decision.weights?.[p] ?? 1]));
  let weights = { ...given };
  let seed = 0;
  const result = el("p.said", { role: "status" });
  const list = el("ol.wi-list");
  const again = el("button.btn.small", { type: "button", onclick: () => { seed += 1; render(); } }, t("ui.whatif.toss"));
  const reset = el("button.btn.small", { type: "button", onclick: () => { weights = { ...given }; seed = 0; render(); } }, t("ui.whatif.reset"));
  const sliders = plugins.map((plugin) => {
    const out = el("output.tn");
    const input = el("input", { type: "range", min: 0, max: Math.max(MOST_WEIGHT, given[plugin]), step: 1, "aria-label": t("ui.whatif.weight", { plugin }), oninput: () => { weights[plugin] = Number(input.value); render(); } });
    return { plugin, input, out, element: el("label.wi-row", null, el("span", { text: plugin }), input, out) };
  });

  function render() {
    const { totals, best } = reweighed(decision, weights);
    const changed = plugins.some((p) => weights[p] !== given[p]);
    const tie = best.length > 1;
    const chosen = !changed && seed === 0 ? decision.node : tie ? toss(best, seed) : best[0];
    for (const { plugin, input, out } of sliders) {
      if (input.value !== String(weights[plugin])) input.value = String(weights[plugin]);
      setAttr(input, "aria-valuetext", weights[plugin] === given[plugin] ? t("ui.whatif.given", { weight: given[plugin] }) : String(weights[plugin]));
      setText(out, `×${weights[plugin]}`);
      out.classList.toggle("acc", weights[plugin] !== given[plugin]);
    }
    const names = Object.keys(totals).sort((a, b) => totals[b] - totals[a] || (b === chosen) - (a === chosen) || (decision.order ?? []).indexOf(a) - (decision.order ?? []).indexOf(b)).slice(0, 5);
    list.replaceChildren(...names.map((n) => el(`li${n === chosen ? ".win" : ""}`, null, n === chosen ? icon("check") : icon("dot"), el("span", { title: n, text: n }), el("b.tn", { text: String(totals[n]) }), totals[n] === decision.totals?.[n] ? "" : el("span.dim.tn", null, el("s", { text: String(decision.totals?.[n] ?? "") })))));
    const args = { node: chosen, was: decision.node ?? "", total: totals[chosen], nodes: best, n: best.length, seed };
    if (!changed && seed === 0) setText(result, t("ui.whatif.as_is", args));
    else if (tie) setText(result, t("ui.whatif.tied", args));
    else setText(result, t(chosen === decision.node ? "ui.whatif.same" : "ui.whatif.other", args));
    again.hidden = !tie;
    reset.disabled = !changed && seed === 0;
  }
  render();
  return [el("p.small.dim", { text: t("ui.whatif.hint") }), ...sliders.map((s) => s.element), list, result, el("div.row", null, again, reset)];
}

function build(decision) {
  const panel = el("details.whatif", { ontoggle: () => { if (panel.childElementCount === 1) panel.append(...contents(decision)); } },
    el("summary", null, el("span.tag.out", { text: t("ui.whatif.tag") }), " ", t("ui.whatif.title")));
  return panel;
}

/** The what-if of a decision with scores; the same element as long as the decision is the same. */
export function whatIf(decision) {
  if (!decision.scored || Object.keys(decision.scores ?? {}).length < 2) return null;
  if (!kept.has(decision)) kept.set(decision, build(decision));
  return kept.get(decision);
}
