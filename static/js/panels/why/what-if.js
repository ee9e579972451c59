/** What another weight or another toss would have chosen: the server decides again, and the run stays as it is. */
import { button, el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const MOST_WEIGHT = 10;
const MOST_NODES = 5;
const SETTLE_MS = 100; // a slider that is pulled passes many weights
const READER = "what-if";

/** [[plugin, weight], …] of those that differ from the run's. */
const changedWeights = ({ weights, original }) => Object.entries(weights).filter(([name, n]) => n !== original[name]);

/** The address that asks about these weights and this seed; `address` itself asks about the run's own. Pure. */
export function askedAddress(address, wish) {
  const changed = changedWeights(wish);
  if (changed.length === 0 && wish.seed === 0) return address;
  const weights = changed.map(([plugin, weight]) => `${encodeURIComponent(plugin)}:${weight}`).join(",");
  return `${address}${weights && `&weights=${weights}`}&seed=${wish.seed}`;
}

/** The sentence about an answer. `made`: the decision as the run made it. Pure. */
export function sentence(made, answer, wish) {
  const asItWas = changedWeights(wish).length === 0 && wish.seed === 0;
  let id = answer.node === made.node ? "ui.whatif.same" : "ui.whatif.other";
  if (answer.best.length > 1) id = answer.tie ? "ui.whatif.tied" : "ui.whatif.heap";
  if (asItWas) id = "ui.whatif.as_is";
  const { node, best: nodes } = answer;
  return t(id, { node, was: made.node, total: answer.totals[node], nodes, n: nodes.length, seed: wish.seed });
}

/** One plugin with its weight as a slider. */
function createSlider(plugin, original, onWeight) {
  const out = el("output.tn");
  const input = el("input", {
    type: "range", min: 0, max: Math.max(MOST_WEIGHT, original), step: 1,
    "aria-label": t("ui.whatif.weight", { plugin }),
    oninput: () => onWeight(Number(input.value)),
  });
  return {
    element: el("label.wi-row", null, el("span", { text: plugin }), input, out),
    render(weight) {
      if (input.value !== String(weight)) input.value = String(weight);
      setAttr(input, "aria-valuetext", weight === original ? t("ui.whatif.given", { weight }) : String(weight));
      setText(out, `×${weight}`);
      out.classList.toggle("acc", weight !== original);
    },
  };
}

/** The best few nodes with their sums, and what those were in the run. */
function ranking(made, answer) {
  return answer.ranked.slice(0, MOST_NODES).map((name) => {
    const [was, total] = [made.totals[name], answer.totals[name]];
    const before = total === was ? "" : el("span.dim.tn", null, el("s", { text: String(was ?? "") }));
    const mark = icon(name === answer.node ? "check" : "dot");
    const sum = el("b.tn", { text: String(total) });
    const label = el("span", { title: name, text: name });
    return el(`li${name === answer.node ? ".win" : ""}`, null, mark, label, sum, before);
  });
}

/** What stands in it once the decision as it was made is there. `ask(wish, done)` has it made again. */
function createContents(made, ask) {
  const plugins = made.scorePlugins;
  const original = Object.fromEntries(plugins.map((plugin) => [plugin, made.weights?.[plugin] ?? 1]));
  const asMade = { weights: original, original, seed: 0 };
  let wish = asMade;
  const result = el("p.said", { role: "status" });
  const list = el("ol.wi-list");
  const tossAgain = () => wishFor({ ...wish, seed: wish.seed + 1 });
  const again = button("btn.small", null, tossAgain, null, t("ui.whatif.toss"));
  const reset = button("btn.small", null, () => wishFor(asMade), null, t("ui.whatif.reset"));
  const sliders = new Map(plugins.map((plugin) => {
    const weigh = (weight) => wishFor({ ...wish, weights: { ...wish.weights, [plugin]: weight } });
    return [plugin, createSlider(plugin, original[plugin], weigh)];
  }));

  function wishFor(next) {
    wish = next;
    for (const [plugin, slider] of sliders) slider.render(wish.weights[plugin]);
    reset.disabled = changedWeights(wish).length === 0 && wish.seed === 0;
    ask(wish, show);
  }

  /** `answer` null: it could not be had. */
  function show(answer) {
    if (answer) {
      list.replaceChildren(...ranking(made, answer));
      again.hidden = !answer.tie;
    }
    setText(result, answer ? sentence(made, answer, wish) : t("ui.inspector.failed"));
  }

  wishFor(asMade);
  const rows = [...sliders.values()].map((slider) => slider.element);
  return [el("p.small.dim", { text: t("ui.whatif.hint") }), ...rows, list, result, el("div.row", null, again, reset)];
}

function build(address, fragments) {
  /** Asks for one address; an answer to an earlier wish is not shown. */
  function read(url, done, wait) {
    const answered = (text, from) => {
      if (from === url) done(text && JSON.parse(text));
    };
    fragments.read(READER, url, answered, { wait });
  }
  const ask = (wish, done) => read(askedAddress(address, wish), done, SETTLE_MS);
  const failed = () => el("p.bad", { text: t("ui.inspector.failed") });
  const open = () => {
    if (!panel.open || panel.querySelector("input")) return;
    read(address, (made) => {
      const contents = made ? createContents(made, ask) : [failed()];
      panel.replaceChildren(panel.firstElementChild, ...contents);
    }, 0);
  };
  const tag = el("span.tag.out", { text: t("ui.whatif.tag") });
  const panel = el("details.whatif", { ontoggle: open }, el("summary", null, tag, " ", t("ui.whatif.title")));
  return panel;
}

/**
 * address of a decision → its what-if; the same element as long as the address is the same: a new drawing of the panel
 * must not move the hand that holds a slider. `fragments` fetches: one request runs at a time.
 */
export function createWhatIfs(fragments) {
  let kept = { address: "", element: null };
  return (address) => {
    if (address !== kept.address) {
      fragments.drop(READER);
      kept = { address, element: build(address, fragments) };
    }
    return kept.element;
  };
}
