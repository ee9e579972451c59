/** What differs from another step of the run, lit on the living board and told field by field. */
import { el, setAttr, setText } from "../el.js";
import { axisTime } from "../format.js";
import { listed, t } from "../i18n.js";
import { readJson } from "../net/http.js";

const REST_MS = 120;
const MOST_KEPT = 40;
const MOST_ROWS = 40;
const MOST_GONE = 4; // names on one node
const SORTS = ["changed", "new", "gone"];
const CHOSEN = { Pod: "pod", Node: "node", Service: "service" };

/** The step in `[name, value]` pairs of an address that the board is compared with, or null. Pure. */
export function comparedIn(kept) {
  const step = kept.find(([name]) => name === "diff")?.[1] ?? "";
  return /^\d{1,9}$/.test(step) ? Number(step) : null;
}

/** The names of pods that are gone, by the node on which they were. Pure. */
export function goneByNode(gone) {
  const pods = gone.filter(({ kind, node }) => kind === "Pod" && node);
  return Map.groupBy(pods, ({ node }) => node);
}

const nameOf = (key) => key.slice(key.indexOf("/") + 1);

function fieldRow({ path, op, was, now }) {
  return el("li", null, el("code", { text: path }), " ",
    op === "add" ? "" : el("del", { text: was }), " ", op === "remove" ? "" : el("ins", { text: now }));
}

function objectRow({ kind, key, fields, more }, sort, onThing) {
  const thing = CHOSEN[kind] && sort !== "gone" ? { [CHOSEN[kind]]: key } : null;
  const head = [el(`span.diff-sign.of-${sort}`, { text: t(`ui.time.diff_${sort}`) }), " ",
    thing ? el("button.link", { type: "button", text: key, onclick: () => onThing(thing) }) : el("b", { text: key }),
    " ", el("span.dim", { text: kind })];
  if (!fields.length) return el("li", null, el("p", null, head));
  const rest = more ? el("li.dim", { text: t("ui.time.diff_more", { n: more }) }) : "";
  return el("li", null, el("p", null, head), el("ul.history-fields", null, fields.map(fieldRow), rest));
}

/** Marks of a difference on the board, and names of pods that are gone on the nodes where they were. */
function createMarks(zones, queue) {
  let [marked, ghosts] = [[], []];

  const elementsOf = ({ kind, key }) => {
    const name = CSS.escape(key);
    if (kind === "Node") return [...zones.querySelectorAll(`[data-node-card="${name}"]`)];
    if (kind !== "Pod") return [];
    return [zones, queue].flatMap((root) => [...root.querySelectorAll(`[data-pod="${name}"]`)]);
  };

  function ghostOn(card, node, gone) {
    const names = gone.map(({ key }) => nameOf(key));
    const more = names.length > MOST_GONE ? [`+${names.length - MOST_GONE}`] : [];
    const ghost = el("p.diff-gone", { title: t("ui.time.diff_gone_of", { node, pods: names }) },
      el("span.diff-sign.of-gone", { text: t("ui.time.diff_gone") }), " ",
      listed([...names.slice(0, MOST_GONE), ...more]));
    card.append(ghost);
    ghosts.push(ghost);
  }

  function clear() {
    for (const element of marked) element.removeAttribute("data-diff");
    for (const ghost of ghosts) ghost.remove();
    [marked, ghosts] = [[], []];
  }

  return {
    clear,
    show(difference) {
      clear();
      for (const sort of ["changed", "new"]) {
        for (const element of difference[sort].flatMap(elementsOf)) {
          setAttr(element, "data-diff", sort);
          marked.push(element);
        }
      }
      for (const [node, gone] of goneByNode(difference.gone)) {
        const card = zones.querySelector(`[data-node-card="${CSS.escape(node)}"]`);
        if (card) ghostOn(card, node, gone);
      }
    },
  };
}

/** `zones` and `queue` are the board; `onThing({pod} | {node} | {service})`: somebody wants to see it. */
export function createCompare({ lens, player, clock, run, kept, zones, queue, onChange, onThing, fetch }) {
  const answers = new Map(); // "a-b" → what differs
  let shownKey = "";
  let cancel = null;
  const marks = createMarks(zones, queue);
  lens.compared = comparedIn(kept);
  const status = el("p.time-told", { role: "status", "aria-live": "polite" });
  const list = el("ul.diff-list");
  const button = (words, onclick) => el("button.btn.small", { type: "button", text: t(words), onclick });
  const here = button("ui.time.diff_here", () => compareWith(player.state.model?.seq ?? 0));
  const start = button("ui.time.diff_start", () => compareWith(0));
  const stop = button("ui.time.diff_stop", () => compareWith(null));
  const page = el("a.btn.small", { text: t("ui.time.diff_page") });
  const element = el("div.time-part", null, el("div.time-row", null, here, start, page, stop), status, list);

  function compareWith(seq) {
    lens.compared = seq;
    lens.touch();
    onChange();
    render();
  }

  async function ask(a, b) {
    const key = `${a}-${b}`;
    if (!answers.has(key)) {
      const answer = await readJson(`/r/${run()}/diff?${new URLSearchParams({ a, b })}`, fetch);
      if (!answer) return null;
      answers.set(key, answer);
      if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value);
    }
    return answers.get(key);
  }

  function tell(difference) {
    const rows = SORTS.flatMap((sort) => difference[sort].map((object) => objectRow(object, sort, onThing)));
    const counts = { gone: difference.gone.length, fresh: difference.new.length, changed: difference.changed.length };
    setText(status, rows.length ? t("ui.time.diff_counts", counts) : t("ui.time.diff_none"));
    const more = rows.length - MOST_ROWS + difference.more;
    list.replaceChildren(...rows.slice(0, MOST_ROWS),
      ...(more > 0 ? [el("li.dim", { text: t("ui.time.diff_objects", { n: more }) })] : []));
  }

  async function show(key, a, b) {
    const difference = await ask(a, b);
    if (shownKey !== key) return;
    if (difference) {
      marks.show(difference);
      tell(difference);
    } else setText(status, t("ui.time.lost"));
  }

  function drawButtons(a, b) {
    for (const control of [stop, page]) control.hidden = a === null;
    here.hidden = a === b;
    if (a === null) {
      setText(status, t("ui.time.diff_how"));
      list.replaceChildren();
      return;
    }
    page.href = `/r/${run()}/diff?${new URLSearchParams({ a, b })}`;
    const second = player.state.acts.find(([seq]) => seq === a)?.[1] ?? 0;
    setText(stop, t("ui.time.diff_stop_of", { at: a, time: axisTime(second) }));
  }

  function render() {
    const { model, playing } = player.state;
    if (!model) return;
    const [a, b] = [lens.compared, model.seq];
    drawButtons(a, b);
    const key = a === null ? "" : `${a}-${b}`;
    const difference = answers.get(key);
    if (key === shownKey && !difference) return;
    shownKey = key;
    cancel?.();
    if (!key || playing) marks.clear();
    else if (difference) {
      marks.show(difference);
      tell(difference);
    } else {
      marks.clear();
      cancel = clock.timer(REST_MS, () => show(key, a, b));
    }
    if (playing) shownKey = "";
  }

  return {
    element, render,
    focus: () => here.focus(),
    get kept() { return lens.compared === null ? [] : [["diff", String(lens.compared)]]; },
  };
}
