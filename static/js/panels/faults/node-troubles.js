/** The inspector's part about the machine behind a node: its state, conditions, drain, volumes and timers. */
import { button, el } from "../../el.js";
import { icon } from "../../icons.js";
import { listed, say, t } from "../../i18n.js";
import { signsOf } from "../../board/partition/faults.js";
import { volumesHere } from "../../board/partition/two-truths.js";
import { countdown, section, strong } from "./trouble-parts.js";

const attachment = (disk, node) =>
  t(disk.attached ? "ui.truth.attached" : "ui.truth.not_attached", { volume: disk.volume, node: node.name });

const writers = (disk) =>
  disk.writers.length ? t("ui.truth.writer", { pod: disk.writers }) : t("ui.truth.no_writer");

/** Conditions that say the same, together: [[types, one of them]]. */
function sameConditions(conditions) {
  const groups = new Map();
  for (const condition of conditions) {
    const key = `${condition.status} ${condition.reason} ${condition.message}`;
    if (groups.has(key)) groups.get(key)[0].push(condition.type);
    else groups.set(key, [[condition.type], condition]);
  }
  return [...groups.values()];
}

function machine(signs) {
  if (!signs.length) return null;
  const tags = signs.map(({ icon: sign, kind, message }) =>
    el(`li.tag${kind ? `.${kind}` : ""}`, null, icon(sign), say(message)));
  return el("section.machine-state", null, el("h3", { text: t("ui.node.machine") }), el("ul.signs", null, tags));
}

function conditionsOf(node) {
  const conditions = node.conditions ?? [];
  if (!conditions.length) return null;
  return section("ui.node.conditions", sameConditions(conditions).map(([types, condition]) => el("p.small", null,
    el("b", { text: `${listed(types)} ${condition.status}` }), ` · ${condition.reason} · `,
    el("span.mono", { text: condition.message }))));
}

/** One pod that a drain has left, and why it waits. */
function leftBehind(key, drain) {
  const wait = drain.waiting.find((pod) => pod.pod === key);
  const why = wait && (typeof wait.why === "string" ? wait.why : say(wait.why));
  const name = key.slice(key.indexOf("/") + 1);
  return el("li", null, icon(wait ? "clock" : "arrow"),
    el("span", null, el("button.link", { type: "button", "data-choose": key, text: name }),
      wait ? el("span.ink2", { text: ` ${why}` }) : null));
}

function drainOf(drain) {
  if (!drain) return null;
  const { done, error, left } = drain;
  const words = done ? (error ?? t("ui.node.drain_done")) : t("ui.node.drain_left", { n: left.length });
  const list = done ? null : el("ul.waits", null, left.map((key) => leftBehind(key, drain)));
  return section("ui.node.drain", el("p.small", { text: words }), list);
}

/** One volume on the node; `breakOff` is null where nobody may remove its attachment. */
function volume(disk, node, breakOff) {
  const words = t("ui.node.break");
  return el("li", null, icon("disk"),
    el("span", null, el("b", { text: disk.claim }), ` ${attachment(disk, node)}, ${writers(disk)}`),
    breakOff && disk.attached
      ? button("btn.small.tn", words, () => breakOff(disk.volume, node), { "aria-label": `${words} ${disk.volume}` })
      : null);
}

function volumesOf(node, breakOff) {
  const disks = volumesHere(node);
  if (!disks.length) return null;
  return section("ui.node.volumes", el("ul.waits", null, disks.map((disk) => volume(disk, node, breakOff))));
}

function timersOf(timers) {
  if (!timers.length) return null;
  const entries = timers.map((timer) =>
    el("li", null, icon("clock"), el("span", null, strong(timer.why)), countdown(timer.to, "ui.stuck.until")));
  return section("ui.node.timers", el("ul.waits", null, entries));
}

/** Sections about the machine behind a node. */
export function nodeTroubles(node, model, faults, canAct) {
  const signs = signsOf(node);
  const troubled = model.network || node.apart || signs.length;
  return [
    machine(signs),
    conditionsOf(node),
    drainOf(model.drains.get(node.name)),
    troubled ? volumesOf(node, canAct ? faults.breakOff : null) : null,
    timersOf([...model.timers.values()].filter((timer) => timer.node === node.name && !timer.pod)),
  ].filter(Boolean);
}
