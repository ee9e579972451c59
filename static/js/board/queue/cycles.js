/** The scheduling cycles of a run as a list of ways to them: what the queue's column shows while no pod waits. */
import { arrange, el, setAttr } from "../../el.js";
import { axisTime } from "../../format.js";
import { t } from "../../i18n.js";

const MOST = 14;
const PAST = 4; // of them, where there are more

/**
 * The cycles around step `seq`: [{seq, at, pod, state}], `state` = "past", "last" (the latest that is over) or "later".
 * `acts` = the timeline: seq, t, actor, kind, pod. Pure.
 */
export function cyclesOf(acts, seq) {
  const cycles = acts.filter(([, , actor, kind, pod]) => actor === "scheduler" && kind === "schedule" && pod);
  const last = cycles.findLastIndex(([at]) => at <= seq);
  const from = Math.max(0, Math.min(last - PAST, cycles.length - MOST));
  return cycles.slice(from, from + MOST).map(([at, time, , , pod], i) => {
    const place = from + i;
    return { seq: at, at: time, pod, state: place === last ? "last" : place < last ? "past" : "later" };
  });
}

/** `onSeek(seq)`: somebody wants to see a cycle. */
export function createCycles(root, onSeek) {
  const list = el("ol");
  const title = el("h2.eyebrow", { text: t("ui.cycles.title") });
  const element = el("section.cycles", { hidden: true }, el("p", { text: t("ui.cycles.none_waits") }), title, list);
  const rows = new Map();
  root.prepend(element);

  function rowOf({ seq, at, pod, state }) {
    if (!rows.has(seq)) {
      const name = pod.slice(pod.indexOf("/") + 1);
      const button = el("button", { type: "button", title: name, onclick: () => onSeek(seq) },
        el("span.tn", { text: axisTime(at) }), el("b", { text: name }));
      rows.set(seq, el("li", null, button));
    }
    const row = rows.get(seq);
    setAttr(row, "class", state);
    setAttr(row.firstChild, "aria-current", state === "last" ? "step" : null);
    return row;
  }

  return {
    /** `idle`: the run has cycles, and just now no pod waits. */
    render(idle, acts, seq) {
      element.hidden = !idle;
      if (!idle) return;
      arrange(list, cyclesOf(acts, seq).map(rowOf));
      title.hidden = !list.firstChild;
    },
  };
}
