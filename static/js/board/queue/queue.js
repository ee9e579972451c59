/** The scheduling queue: lanes activeQ, backoffQ, unschedulable, gated, and the pod in the cycle. */
import { arrange, button, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { listed, say, t } from "../../i18n.js";
import { cpu, grouped, middleCut, priority } from "../../format.js";
import { chipSign, claimSign, claimWords, deviceWords, diskSign, leftOutSign } from "../node/pod.js";
import { createLaterFrames } from "./later-frames.js";
import { standOf } from "./places.js";

const LANES = [
  ["cycle", "ui.lane.cycle"],
  ["none", "ui.lane.none"],
  ["active", "ui.lane.active"],
  ["backoff", "ui.lane.backoff"],
  ["unschedulable", "ui.lane.unschedulable"],
  ["gated", "ui.lane.gated"],
];
const CARDS = new Map([ // of the lanes whose name is a term
  ["active", "activeQ"], ["backoff", "backoffQ"], ["unschedulable", "unschedulablePods"], ["gated", "SchedulingGated"],
]);
const OF_GROUP = { "waits.group": "ui.slot.with_group", "waits.permit": "ui.slot.held" };
const FIRST = 8;
const SHORT_AMOUNT = 4; // characters, as in 500m; a longer one takes its space from the name
const NAMED = 34; // characters of a name beside an amount: in the column on two lines or three
const NAMED_ALONE = 44;
const CLOSE = 4; // more priorities than that stand two in a row, without their numbers in full
const MANY = 4; // from then on one line each

/**
 * Orders two pods of a lane by their places, which the scheduler's queue says; pods in no queue by their creation.
 * Pure.
 */
function byPlace(a, b) {
  const at = a.place.findIndex((number, i) => number !== b.place[i]);
  return at < 0 ? a.order - b.order : a.place[at] - b.place[at];
}

/** Pods of each lane in the order of the queue. `cyclePod` is shown in the cycle, wherever it stands. Pure. */
export function lanesOf(pods, cyclePod = null) {
  const lanes = new Map(LANES.map(([lane]) => [lane, []]));
  for (const pod of pods) {
    if (pod.node || pod.phase !== "Pending") continue;
    const lane = pod.key === cyclePod ? "cycle" : pod.lane ?? "none";
    if (lanes.has(lane)) lanes.get(lane).push(pod);
  }
  for (const list of lanes.values()) list.sort(byPlace);
  return lanes;
}

/** Whether the legend of priorities tells something: any but the 0 of pods without a class. Pure. */
export const tellsPriorities = (rows) => rows.length > 1 || rows.some(({ value, named }) => named || value !== 0);

/** What moved a pod into its lane, in one line, or null. `woken` = {event, words, plugins: [name]}. Pure. */
export function wokenMessage(woken) {
  if (!woken?.event) return null;
  const plugins = woken.plugins ?? [];
  return { id: plugins.length ? "ui.queue.woken_by" : "ui.queue.woken", args: { cause: woken.words, plugins } };
}

function createItem(key) {
  const hidden = { "aria-hidden": "true" };
  const band = el("span.band", hidden);
  const name = el("span.nm", hidden);
  const sign = diskSign();
  const leftOut = leftOutSign();
  const chip = chipSign();
  const amount = el("span");
  const request = el("span.cpu", hidden, leftOut.element, chip.element, sign.element, amount);
  const why = el("span.why2", hidden);
  const spoken = el("span.sr");
  const element = el("button.qi", { type: "button", tabindex: "-1", "data-pod": key }, band, name, request, why,
    spoken);
  let pod = null;
  let shown = "";

  function whyText(now) {
    if (pod.judged) return t("ui.queue.in_cycle");
    if (pod.lane === "backoff" && pod.backoffUntil !== null && pod.backoffUntil !== undefined) {
      return t("ui.queue.retry", {
        attempt: pod.attempts + 1,
        n: Math.max(0, Math.ceil(pod.backoffUntil - now - 1e-6)),
      });
    }
    if (pod.lane === "gated") return `schedulingGates: ${listed(pod.gates ?? [])}`;
    if (pod.lane === "active") return say(wokenMessage(pod.woken)); // else the lane says it all
    if (pod.group && pod.why && OF_GROUP[pod.why.id]) return t(OF_GROUP[pod.why.id]); // the frame says the rest
    return pod.whyShort ?? say(pod.why);
  }

  function tick(now) {
    const text = whyText(now);
    const nominated = Boolean(pod.nominated) && !pod.node;
    if (`${nominated}${text}` === shown) return;
    shown = `${nominated}${text}`;
    why.replaceChildren(...(nominated && text ? [icon("slot"), " "] : []), text);
    element.classList.toggle("has2", text !== "");
  }

  return {
    element, tick,
    update(view, now, chosen, inCycle, judged) {
      const disk = claimSign(view);
      sign.update(view);
      leftOut.update(view);
      chip.update(view);
      pod = { ...view, judged };
      setClass(element, `qi${chosen ? " sel" : ""}${inCycle ? " now" : ""}${shown.length > 5 ? " has2" : ""}`);
      setClass(band, `band b${view.band}`);
      setText(band, priority(view.priority));
      const signs = [disk, view.devices, view.notModelled?.length].filter(Boolean).length;
      const wide = Math.max(0, view.cpuText.length - SHORT_AMOUNT);
      setText(name, middleCut(view.name, (view.cpu ? NAMED - wide : NAMED_ALONE) - 3 * signs));
      setText(amount, view.cpu ? cpu(view.cpuText) : "");
      const cause = view.lane === "active" && view.woken ? view.woken.event : "";
      setAttr(element, "title", cause ? t("ui.text_of", { name: view.name, text: cause }) : view.name);
      setAttr(element, "aria-pressed", chosen ? "true" : "false");
      shown = "";
      tick(now);
      const words = [
        view.name,
        view.cpu ? cpu(view.cpuText) : t("ui.pod.no_request"),
        t("ui.pod.priority", { value: view.priority }),
        disk ? claimWords(view) : "",
        ...(view.devices ? deviceWords({ ...view.devices, problem: null }) : []),
        view.notModelled?.length ? t("ui.pod.not_modelled", { fields: view.notModelled }) : "",
        whyText(now),
        cause,
      ];
      setText(spoken, listed(words.filter(Boolean)));
    },
  };
}

/** The name of a lane, which explains itself where it is a term. */
function nameOf(lane, word) {
  if (!CARDS.has(lane)) return t(word);
  const means = t(`${word}_means`);
  return el("button.explained", { type: "button", title: means, text: t(word), "data-card": CARDS.get(lane) });
}

/** `later` waits for what is fetched when it is first needed. */
export function createQueue(root, { later } = {}) {
  const frames = createLaterFrames({ later, onCome: () => render(last) });
  const items = new Map();
  const open = new Set();
  const lanes = new Map();
  const all = el("div.lanes-q");
  const classes = el("div.classes");
  let last = null;
  let unfolded = new Set();
  for (const [lane, word] of LANES) {
    const count = el("span.n");
    const list = el("div.lane-list");
    const more = button("more", null, () => { open.add(lane); render(last); });
    const section = el("section.lane-q", { "data-lane": lane, "aria-label": t(word) },
      el("h2.eyebrow", null, nameOf(lane, word), count), list, more);
    lanes.set(lane, { section, count, list, more });
    all.append(section);
  }
  root.append(all, classes);
  let classesFor = "";

  function drawClasses(model) {
    const used = new Map();
    for (const { value, name, band } of model.classes.values()) used.set(value, { value, name, band, named: true });
    for (const { priority: value, class: name, band } of model.pods.values()) {
      if (!used.has(value)) used.set(value, { value, name: name ?? t("ui.classes.none"), band, named: Boolean(name) });
    }
    const rows = [...used.values()]
      .filter(({ band }) => band !== model.rules.systemBand)
      .sort((a, b) => b.value - a.value)
      .slice(0, 8);
    const close = rows.length > CLOSE;
    const signature = JSON.stringify(rows);
    if (signature === classesFor) return;
    classesFor = signature;
    classes.hidden = !tellsPriorities(rows);
    setClass(classes, `classes${close ? " close" : ""}`);
    const hidden = { "aria-hidden": "true" };
    const entry = ({ value, name, band }) => {
      const short = middleCut(name, close ? 8 : 20 - grouped(value).length);
      return el("div.row.class", { role: "listitem" },
        el(`span.band.b${band}`, { text: priority(value), ...hidden }),
        el("span.cn", { title: `${name} ${value}`, text: short, ...hidden }),
        el("span.sr", { text: listed([name, t("ui.pod.priority", { value })]) }),
        close ? null : el("span.sp"), close ? null : el("span.tn.ink2", hidden, grouped(value)));
    };
    const title = el("h2.eyebrow", null, t("ui.classes.title"));
    classes.replaceChildren(title, el("div.class-list", { role: "list" }, ...rows.map(entry)));
  }

  function render(view) {
    last = view;
    const { model, now, chosen, cyclePod } = view;
    const byLane = lanesOf(model.pods.values(), cyclePod);
    const keys = new Set();
    for (const [lane, { section, count, list, more }] of lanes) {
      const pods = byLane.get(lane);
      section.hidden = (lane === "cycle" || lane === "none") && pods.length === 0;
      setText(count, lane === "cycle" ? "" : String(pods.length));
      const shows = ({ key }, i) => i < FIRST || key === chosen.pod || unfolded.has(key);
      const shownPods = open.has(lane) ? pods : pods.filter(shows);
      const elements = shownPods.map((pod) => {
        let item = items.get(pod.key);
        if (!item) items.set(pod.key, (item = createItem(pod.key)));
        keys.add(pod.key);
        item.update(pod, now, chosen.pod === pod.key, lane === "cycle", pod.key === cyclePod);
        return item.element;
      });
      setClass(section, `lane-q${pods.length ? "" : " none"}${pods.length > MANY ? " many" : ""}`);
      arrange(list, frames.framed(lane, shownPods, elements, model.groups));
      more.hidden = shownPods.length === pods.length;
      setText(more, t("ui.queue.more", { n: pods.length - shownPods.length }));
    }
    for (const key of items.keys()) if (!keys.has(key)) items.delete(key);
    drawClasses(model);
  }

  return {
    render,
    tick(now) {
      for (const item of items.values()) item.tick(now);
    },
    element: (key) => items.get(key)?.element ?? null,
    /** Whether all that is to be shown is there. */
    get still() { return frames.still; },
    /** Shows pods (keys) that a search found, also those that are folded. */
    unfold(keys) {
      if (unfolded.size + keys.length === 0) return;
      unfolded = new Set(keys);
      if (last) render(last);
    },
    /** How lanes and chips stand, as `slidesBetween` takes it. */
    stand: () => standOf([...lanes.values()].map(({ section }) => section)),
    count: (model) => [...model.pods.values()].filter((p) => p.phase === "Pending" && !p.node).length,
  };
}
