/** One machine as two racks side by side: what the API server says, what runs, row by row. */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { listed, parts, say, t } from "../../i18n.js";
import { axisTime, cpu, middleCut, priority } from "../../format.js";
import { besideStatus, duration, readyOf, ringOf, rowsOf } from "./faults.js";
import { isLow } from "../layout/space.js";
import { underName } from "../node/pod.js";
import { createRingIn } from "../node/ring.js";

const LEAST_PX = 32;
const LINE_PX = 15; // times the size of what is read, as the next
const PADDING_PX = 12;
const MOST_HELD = 2;
const TALL_PX = 84; // from here on a row has larger words
const TALL_MILLI = 1000;
const LINES = { low: 3, high: 5 }; // of a row of a narrow card
const [HEADS_PX, CONDITION_PX, SIGNS_PX, HELD_PX, GAP_PX] = [68, 36, 26, 42, 2];

/** What the API server says of the pod of a row, line by line. `outdated`: why nothing new is known of it. */
export function objectLines({ pod, countdown, notReady }, outdated, now) {
  if (pod.holds === false) {
    const finalizers = listed(pod.leaving?.finalizers ?? []);
    return [underName(pod), finalizers && t("ui.stuck.finalizers", { finalizers })].filter(Boolean);
  }
  const running = ringOf(countdown, now);
  if (pod.leaving) {
    const beside = besideStatus(outdated, now);
    return [pod.state, beside ? say(beside) : "", running ? say(running.message) : ""].filter(Boolean);
  }
  const state = notReady ? t("ui.clauses", { first: pod.state, second: t("ui.truth.not_ready") }) : pod.state;
  if (running) return [state, say(running.message)];
  return countdown?.kind === "for_ever" ? [state, t("ui.truth.for_ever")] : [state];
}

/** Lines about a process that need the time of now, and what they say; null where there is nothing more to say. */
const TIMED = {
  kills_in: ({ until }, now) => (until < now ? null : { time: duration(Math.ceil(until - now - 1e-6)) }),
  reported: ({ at }) => ({ time: axisTime(at) }),
};

/**
 * Least pixels of a row whose longer side has so many lines. On a low page a row in a `broad` card has all of them
 * side by side. Pure.
 */
export function leastRow(lines, { k, broad, low }) {
  return Math.max(LEAST_PX, (PADDING_PX + LINE_PX * (low && broad ? 1 : lines)) * k);
}

/**
 * Pixels of a card of two racks that stands in a row of its own, at size 1 and without its cable; its rows are as high
 * as their words. `shown` = {rows: milli-cpu of each, signLines, held: boxes below the racks}, `unit` = pixels of a
 * cpu. Pure.
 */
export function cardPx({ rows, signLines, held }, { unit, broad, low }) {
  const least = leastRow(LINES[low ? "low" : "high"], { k: 1, broad, low });
  const racks = rows.reduce((sum, milli) => sum + Math.max(least, (milli / 1000) * unit) + GAP_PX, 0);
  return HEADS_PX + (low ? 0 : CONDITION_PX) + signLines * SIGNS_PX + Math.max(least, racks) + held * HELD_PX;
}

/** What runs, line by line, as the server says. Only a tall row has space for when it was reported. */
export function processLines({ lines, cpu: milli }, now) {
  return lines
    .filter(({ say: what }) => what !== "reported" || milli >= TALL_MILLI)
    .map(({ say: what, args }) => [what, TIMED[what] ? TIMED[what](args, now) : args])
    .filter(([, args]) => args !== null)
    .map(([what, args]) => t(`ui.truth.${what}`, args));
}

/** One side of a row: a button that chooses the pod, or an empty place that says what is not there. */
function createCell(side) {
  const band = el("span.band", { "aria-hidden": "true" });
  const spoken = el("span.sr");
  const name = el("span.nm");
  const text = el("span.tx", null, name);
  const sign = el("span.tsign", { hidden: true }, icon("ghost", ""));
  const inner = el("span.in", null, band, text, sign);
  const button = el(`button.tp.${side}`, { type: "button", tabindex: "-1" }, inner);
  const none = el(`div.tp.none.${side}`);
  const left = createRingIn(inner);
  const lines = [];

  function drawRing(count) {
    left.want(Boolean(count));
    if (!count) return;
    setAttr(left.element, "class", `ring ${count.kind === "wait" ? "warn" : ""}`.trim());
    setAttr(left.element.lastChild, "class", count.text.length > 2 ? "long" : null);
    left.set(count.text, count.share);
  }

  return {
    /**
     * `pod` = {name, priority, lines, kind, key, count, ghost, chosen} or {missing: words, title: the same with the
     * whole name}. Returns the element that stands for it.
     */
    update(pod) {
      if (pod.missing) {
        setText(none, pod.missing);
        setAttr(none, "title", pod.title);
        return none;
      }
      setAttr(button, "data-pod", pod.key);
      setAttr(button, "aria-pressed", pod.chosen ? "true" : "false");
      const rest = [...pod.lines, pod.cpu ? cpu(pod.cpuText) : ""].filter(Boolean);
      setAttr(button, "title", listed([pod.name, ...rest]));
      setClass(button, `tp ${side}${pod.kind ? ` ${pod.kind}` : ""}${pod.chosen ? " sel" : ""}`);
      setClass(band, `band b${pod.band}`);
      setText(band, priority(pod.priority));
      setText(spoken, t("ui.clauses", { first: "", second: t("ui.pod.priority", { value: pod.priority }) }));
      setText(name, middleCut(pod.name, pod.chars));
      while (lines.length < pod.lines.length) lines.push(el("span.st"));
      pod.lines.forEach((line, i) => setText(lines[i], line));
      arrange(text, [name, ...lines.slice(0, pod.lines.length), spoken]);
      sign.hidden = !pod.ghost;
      drawRing(pod.count);
      return button;
    },
  };
}

function createRow() {
  const object = createCell("obj");
  const process = createCell("proc");
  const sign = el("span.eq", { "aria-hidden": "true" });
  const spoken = el("span.sr");
  const element = el("li.trow");
  return {
    element,
    update(row, { outdated, now, unit, chosen, chars, plain, k, broad }) {
      const missing = (id, whole) => ({
        missing: t(id, { name: middleCut(whole, chars) }), title: t(id, { name: whole }),
      });
      // the cable above says since when nothing was heard
      const unheard = isLow() && !broad && outdated?.because === "unreachable" ? null : outdated;
      const left = row.pod
        ? {
            key: row.key, name: row.pod.name, priority: row.priority, band: row.band, cpu: row.pod.cpu,
            cpuText: row.pod.cpuText, lines: objectLines(row, unheard, now), kind: row.pod.leaving ? "term" : "",
            count: ringOf(row.countdown, now), chosen: chosen.pod === row.key, chars,
          }
        : missing("ui.truth.no_object", row.process.name);
      const right = row.process
        ? {
            key: row.key,
            name: row.process.name ?? row.pod.name,
            priority: row.priority,
            band: row.band,
            cpu: row.cpu,
            cpuText: row.cpuText,
            lines: processLines(row, now),
            kind: row.process.ghost ? "ghost" : row.process.state === "terminating" ? "term" : "",
            ghost: row.process.ghost,
            chosen: chosen.pod === row.key,
            chars,
          }
        : missing(`ui.truth.${row.pairing}`, row.pod.name);
      const most = Math.max(left.lines?.length ?? 1, right.lines?.length ?? 1);
      // on a low page a row is as high as its words: those that fit side by side need no second line
      const least = leastRow(isLow() ? 1 : most, { k, broad, low: isLow() });
      const height = Math.max(plain ? plain.row : (row.cpu / 1000) * unit, least);
      element.style.setProperty("--h", `${height}px`);
      element.classList.toggle("tall", height >= TALL_PX * k);
      setText(sign, row.same ? "=" : "≠");
      setClass(sign, `eq${row.same ? "" : " differs"}`);
      setText(spoken, t(row.same ? "ui.truth.same" : "ui.truth.differs"));
      arrange(element, [object.update(left), sign, spoken, process.update(right)]);
    },
  };
}

/** The name locks that a truth names, as boxes: [{kind, message}]. */
export const locksOf = (truth) =>
  (truth?.locks ?? []).slice(0, MOST_HELD).map(({ rule, ok, args }) => ({
    kind: ok ? "" : "bad",
    message: { id: `ui.truth.${rule}`, args },
  }));

/** The volumes of a node's view as they are drawn: [{claim, modes, volume, attached, writers}]. */
export function volumesHere(node) {
  return (node.volumes ?? []).map((held) => ({
    ...held,
    claim: held.claim ? held.claim.slice(held.claim.indexOf("/") + 1) : held.volume,
  }));
}

function lockBox({ kind, message }) {
  return el(`div.lk${kind ? `.${kind}` : ""}`, null, icon("lock", ""),
    el("span", null,
      parts(message.id, message.args).map((p) =>
        typeof p === "string" ? p : p.arg === "name" || p.arg === "uid" ? el("b", { text: p.text }) : p.text,
      )));
}

function diskBox(disk, node) {
  const second = t("ui.clauses", {
    first: t(disk.attached ? "ui.truth.attached" : "ui.truth.not_attached", { volume: disk.volume, node: node.name }),
    second: disk.writers.length ? t("ui.truth.writer", { pod: disk.writers }) : t("ui.truth.no_writer"),
  });
  return el(`div.dk${disk.writers.length ? "" : ".idle"}`, null, icon("disk", ""),
    el("span", null, el("b", { text: disk.claim }), ` ${listed(disk.modes)}`, el("br"),
      el("span.ink2", { text: second })));
}

/** The two racks of one node with what is held below them. `update` writes only what changed. */
export function createTruths(name) {
  const list = el("ul.trows", { "aria-label": t("ui.truth.list", { node: name }) });
  const ready = el("p.cond");
  const empty = el("p.dim.tnone", { text: t("ui.truth.nothing") });
  const locks = el("div.held-l");
  const disks = el("div.held-r");
  const held = el("div.held", null, locks, disks);
  const heads = el("div.thead", null, el("span", null, icon("eye"), t("ui.truth.said")), el("span"),
    el("span", null, icon("bolt"), t("ui.truth.runs", { node: name })));
  const element = el("div.truths", null, ready, heads, list, empty, held);
  const rows = new Map();
  let heldFor = "";

  return {
    element,
    podElement: (key) => [...list.querySelectorAll("[data-pod]")].find((button) => button.dataset.pod === key) ?? null,
    update(view) {
      const { node, model } = view;
      const condition = readyOf(node);
      ready.hidden = !condition;
      if (condition) {
        const words = [`Ready ${condition.status}`, condition.reason, condition.message].filter(Boolean).join(" · ");
        if (ready.dataset.for !== words) {
          ready.dataset.for = words;
          ready.replaceChildren("Ready ", el("b", { text: condition.status }),
            ` · ${[condition.reason, condition.message].filter(Boolean).join(" · ")}`);
        }
      }
      const truth = model.truths.get(node.name);
      const shown = { ...view, outdated: truth?.outdated ?? null };
      const all = rowsOf(node, model);
      const keys = all.map((row) => row.uid);
      for (const key of rows.keys()) if (!keys.includes(key)) rows.delete(key);
      arrange(
        list,
        all.map((row, i) => {
          if (!rows.has(keys[i])) rows.set(keys[i], createRow());
          const drawn = rows.get(keys[i]);
          drawn.update(row, shown);
          return drawn.element;
        }),
      );
      empty.hidden = all.length > 0;
      list.hidden = all.length === 0;
      const [names, volumes] = [locksOf(truth), volumesHere(node).slice(0, MOST_HELD)];
      const signature = JSON.stringify([names, volumes]);
      if (signature !== heldFor) {
        heldFor = signature;
        arrange(locks, names.map(lockBox));
        arrange(disks, volumes.map((disk) => diskBox(disk, node)));
        held.hidden = !locks.childElementCount && !disks.childElementCount;
        held.classList.toggle("one", !disks.childElementCount);
      }
    },
  };
}
