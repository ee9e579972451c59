/** The search through time: the steps that a text means, as a list and as marks on the timeline. */
import { button, el, setText } from "../el.js";
import { axisTime } from "../format.js";
import { t } from "../i18n.js";
import { readJson } from "../net/http.js";
import { stepLink } from "./bookmarks.js";

const SHOWN = 60;
const CHIPS = [
  ["ui.time.preemption", "kind:preempt"], ["ui.time.eviction", "kind:evict"], ["ui.time.binding", "kind:bind"],
];

/** The first hit after step `at`, or with `by` -1 the last one before it; null without one. Pure. */
export function hitFrom(seqs, at, by) {
  return (by > 0 ? seqs.find((seq) => seq > at) : seqs.findLast((seq) => seq < at)) ?? null;
}

/** What touches the chosen pod or node, as a text to look for; null where nothing is chosen. Pure. */
export function touching({ pod = null, node = null, service = null }) {
  if (pod) return `touched:Pod/${pod}`;
  if (node) return `touched:Node/${node}`;
  return service ? `touched:Service/${service}` : null;
}

/** Buttons for texts that are often looked for; `look(text, by)` takes one. */
function createChips(chosen, look) {
  const element = el("div.time-row");
  const chip = (words, text, by) => button("btn.small", t(words), () => look(text, by));
  return {
    element,
    render() {
      const touched = touching(chosen()) ?? "";
      if (element.dataset.about === touched) return;
      element.dataset.about = touched;
      const chips = CHIPS.map(([words, text]) => chip(words, text, 1));
      element.replaceChildren(...chips, ...(touched ? [chip("ui.time.touched", touched, -1)] : []));
    },
  };
}

export function createFind({ lens, player, run, chosen, link, onChange, tell, fetch }) {
  let newestText = "";
  let head = -1;
  let hits = [];
  const field = el("input", {
    type: "search", maxLength: 300, spellcheck: false, "aria-label": t("ui.time.find"),
    placeholder: t("ui.time.find_hint"),
  });
  const status = el("p.time-told", { role: "status", "aria-live": "polite" });
  const chips = createChips(chosen, (text, by) => {
    field.value = text;
    look(text, by);
  });
  const list = el("ol.time-list");
  const onward = button("btn.small", t("ui.time.play_on"), playOn, { hidden: true });
  const step = (by, words) => button("btn.small", t(words), () => next(by));
  const form = el("form.time-row", {
    role: "search",
    onsubmit: (event) => {
      event.preventDefault();
      look(field.value.trim(), 1);
    },
  }, field, el("button.btn.small", { text: t("ui.time.find_go") }));
  const element = el("div.time-part", null, form, chips.element,
    el("div.time-row", null, step(-1, "ui.time.previous"), step(1, "ui.time.next"), onward), status, list);

  const at = () => player.state.model?.seq ?? 0;

  const answer = (query) => readJson(`/r/${run()}/find?${new URLSearchParams(query)}`, fetch);

  /** Looks for a text and goes on from the step that is shown. */
  async function look(text, by) {
    newestText = text;
    setText(status, t("ui.time.looks"));
    const result = text ? await answer({ q: text }) : { hits: [] };
    if (newestText !== text) return;
    head = player.state.head;
    hits = result?.hits ?? [];
    lens.hits = hits.map(({ seq }) => seq);
    lens.touch();
    onChange();
    drawList();
    if (!result) setText(status, t("ui.time.lost"));
    else if (result.wrong !== undefined) setText(status, result.wrong);
    else go(by);
  }

  function go(by) {
    const to = hitFrom(lens.hits, at(), by);
    onward.hidden = to !== null || by < 0 || !newestText || !player.state.run?.canAct;
    if (to === null) {
      setText(status, t(hits.length ? (by > 0 ? "ui.time.none_later" : "ui.time.none_earlier") : "ui.time.none"));
      return;
    }
    player.seek(to);
    const k = lens.hits.indexOf(to);
    setText(status, t("ui.time.hit", { k: k + 1, of: hits.length, text: hits[k].said }));
    tell({ id: "ui.time.hit_short", args: { k: k + 1, of: hits.length } });
    drawList();
  }

  async function next(by) {
    if (!newestText) field.focus();
    else if (head !== player.state.head) await look(newestText, by);
    else go(by);
  }

  /** The run goes on to the first step that is meant, which nobody has played yet. */
  async function playOn() {
    setText(status, t("ui.time.looks"));
    const result = await answer({ q: newestText, beyond: 1, at: at() });
    if (!result?.hit) {
      setText(status, t(result?.quiet ? "ui.time.never" : "ui.time.not_yet", { at: result?.seq ?? at() }));
      return;
    }
    await player.goOn(result.hit.seq);
    await look(newestText, -1);
    setText(status, result.hit.said);
  }

  function drawList() {
    const row = ({ seq, t: second, said: text, who }) => el("li", seq === at() ? { "aria-current": "step" } : null,
      stepLink(link(seq), text, () => player.seek(seq)), el("span.dim.tn", { text: `${axisTime(second)} · ${who}` }));
    list.replaceChildren(...hits.slice(0, SHOWN).map(row));
    if (hits.length > SHOWN) list.append(el("li.dim", { text: t("ui.time.more", { n: hits.length - SHOWN }) }));
  }

  return {
    element, next,
    focus: () => field.focus(),
    render: chips.render,
  };
}
