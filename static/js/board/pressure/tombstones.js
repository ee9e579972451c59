/** Pods that failed and whose status says why: they stay beside the queue until somebody deletes them. */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { priority } from "../../format.js";
import { LEAST_STRUCK } from "../node/pod.js";

const FIRST = 6;

/** Pods that are dead but not deleted, in the order in which they came. */
export const stonesOf = (pods) => [...pods].filter((pod) => pod.remains).sort((a, b) => a.order - b.order);

function createStone() {
  const band = el("span.band", { "aria-hidden": "true" });
  const spoken = el("span.sr");
  const name = el("s.nm");
  const tag = el("span.tag.out");
  const message = el("span.tm");
  const element = el("button.tombc", { type: "button", tabindex: "-1" }, el("span.th", null, band, name, spoken), tag,
    message, el("span.dim", { text: t("ui.tomb.stays") }));
  return {
    element,
    update(pod, chosen) {
      setAttr(element, "data-pod", pod.key);
      setAttr(element, "aria-pressed", chosen ? "true" : "false");
      setClass(element, `tombc${chosen ? " sel" : ""}`);
      setClass(band, `band b${pod.band}`);
      setText(band, priority(pod.priority));
      const ranked = t("ui.clauses", { first: "", second: t("ui.pod.priority", { value: pod.priority }) });
      setText(spoken, t("ui.clauses", { first: ranked, second: "" }));
      setClass(name, pod.name.length < LEAST_STRUCK ? "nm unstruck" : "nm");
      setText(name, pod.name);
      setText(tag, [...new Set([pod.phase, pod.reason ?? pod.state])].join(" · "));
      setText(message, pod.message);
      setAttr(element, "title", pod.message);
    },
  };
}

export function createTombstones(root) {
  const count = el("span.n");
  const means = { type: "button", title: t("ui.tomb.means"), text: t("ui.tomb.title") };
  const title = el("button.explained", means);
  const list = el("div.tombs");
  const more = el("p.small.dim", { hidden: true });
  const element = el("section.lane-q.tomb-lane", { hidden: true, "aria-label": t("ui.tomb.title") },
    el("h2.eyebrow", null, title, count), list, more);
  root.querySelector(".lanes-q").append(element);
  const stones = new Map();
  let drawn = [];
  return {
    render(model, chosen) {
      const marks = [model.pods, chosen.pod ?? "", model.classes];
      if (marks.every((mark, i) => mark === drawn[i])) return;
      drawn = marks;
      const dead = stonesOf(model.pods.values());
      element.hidden = dead.length === 0;
      setText(count, String(dead.length));
      for (const key of stones.keys()) if (!dead.some((pod) => pod.key === key)) stones.delete(key);
      arrange(list, dead.slice(0, FIRST).map((pod) => {
        if (!stones.has(pod.key)) stones.set(pod.key, createStone());
        stones.get(pod.key).update(pod, chosen.pod === pod.key);
        return stones.get(pod.key).element;
      }));
      more.hidden = dead.length <= FIRST;
      setText(more, t("ui.queue.more", { n: Math.max(0, dead.length - FIRST) }));
    },
  };
}
