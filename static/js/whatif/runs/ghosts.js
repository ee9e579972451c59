/** What stood elsewhere: on each node that differs, the pods of then beside those of now; and a mark on what moved. */
import { el, setAttr } from "../../el.js";
import { cpu, middleCut, priority } from "../../format.js";
import { listed, t } from "../../i18n.js";
import { stateWord } from "../../board/node/pod.js";

const ROW_PX = 26;
const LOW_PX = 20;

function ghost(pod, reserved, px) {
  const kind = reserved ? ".reserved" : pod.term ? ".ending" : "";
  const word = reserved ? t("ui.change.reserved", { node: pod.nominated }) : stateWord(pod);
  const height = pod.cpu ? Math.max(3, px * (pod.cpu / 1000)) : ROW_PX;
  return el(`span.then-pod${kind}${height < LOW_PX ? ".low" : ""}`, {
    vars: { height: `${height}px` }, "data-then": pod.key,
    title: t("ui.text_of", { name: t("ui.change.then"), text: [pod.name, word] }),
  }, el("b", { text: middleCut(pod.name, 9) }), el("span", { text: reserved ? t("ui.change.row_then") : word }));
}

const byOrder = (a, b) => a.order - b.order;

/** `cardOf(name)` = the element of a node, `elementOf(key)` that of a pod, null where there is none. */
export function createGhosts({ zones, queueRoot, cardOf, elementOf }) {
  const lanes = new Map(); // node → element
  const strip = el("section.lane-q.then-lane-q", { "aria-label": t("ui.change.then"), hidden: true });
  let marked = [];

  function clear() {
    for (const element of marked) element.removeAttribute("data-differs");
    marked = [];
    for (const lane of lanes.values()) lane.remove();
    lanes.clear();
    for (const card of zones.querySelectorAll("[data-then-node]")) card.removeAttribute("data-then-node");
    strip.hidden = true;
  }

  function mark(element) {
    if (!element) return;
    setAttr(element, "data-differs", "");
    marked.push(element);
  }

  function drawNode(name, was) {
    const card = cardOf(name);
    const rack = card?.querySelector(":scope > .rack");
    if (!rack) return;
    const px = parseFloat(getComputedStyle(card).getPropertyValue("--u")) || 50;
    const pods = [...was.pods.values()].filter((pod) => pod.node === name).sort(byOrder);
    const reserved = [...was.pods.values()].filter((pod) => !pod.node && pod.nominated === name).sort(byOrder);
    const lane = el("div.then-lane", { role: "img", "aria-label": t("ui.change.node_then", {
      node: name, pods: listed([...pods, ...reserved].map((pod) => pod.name)) || "–",
    }) },
    el("span.then-cap", { "aria-hidden": "true", text: t("ui.change.then") }),
    pods.length || !reserved.length ? el("span.then-col", null, pods.map((pod) => ghost(pod, false, px))) : null,
    reserved.length ? el("span.then-col", null, reserved.map((pod) => ghost(pod, true, px))) : null);
    lanes.set(name, lane);
    setAttr(card, "data-then-node", "");
    rack.append(lane);
  }

  function drawQueue(was, now, names) {
    const back = new Map([...names].map(([key, old]) => [old, key]));
    const waiting = [...was.pods.values()].filter((pod) => {
      const present = now.pods.get(back.get(pod.key) ?? pod.key);
      return !pod.node && pod.phase === "Pending" && (!present || present.node);
    }).sort(byOrder);
    strip.hidden = waiting.length === 0;
    strip.replaceChildren(
      el("h2.eyebrow", { text: t("ui.change.then") }, el("span.n", { text: String(waiting.length) })),
      el("div.lane-list", null, waiting.slice(0, 8).map((pod) => el("span.qi.then-qi", { "data-then": pod.key },
        el(`span.band.b${pod.band}`, { text: priority(pod.priority) }),
        el("span.nm", { text: middleCut(pod.name, 14) }),
        el("span.cpu", { text: pod.cpu ? cpu(pod.cpuText) : "" })))));
    if (strip.parentElement !== queueRoot) queueRoot.append(strip);
  }

  return {
    clear,
    /**
     * `differing` = what `differences` says of both states, `names` the keys of now → then, `lit` the nodes that a
     * decision sees otherwise.
     */
    render({ was, now, differing, names, both, lit }) {
      clear();
      for (const name of lit) mark(cardOf(name));
      for (const key of differing.pods) mark(elementOf(key));
      if (!both) return;
      for (const name of differing.nodes) drawNode(name, was);
      drawQueue(was, now, names);
    },
  };
}
