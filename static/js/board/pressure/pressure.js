/**
 * A node short of memory (or disk, inodes, processes) as the board draws it: the ranking, conditions, whose page is
 *   shown. Pure.
 *
 * View = the `pressure` view of docs/protocol.md, which holds the bar, the rows of the ranking and what decides each
 *   place.
 */
import { grouped } from "../../format.js";

const PLACES = { "most-over": "ui.press.above_most", above: "ui.press.above", within: "ui.press.late" };
const CRITICAL = { "critical-priority": "ui.press.critical_priority", "critical-static": "ui.press.critical_static" };

/** Reason of a row's place: [strong message, quiet message]. `rules` = the model's. */
export function whyThere(row, rules) {
  const { priority, because, state } = row;
  if (CRITICAL[because])
    return [
      { id: "ui.press.critical" },
      { id: CRITICAL[because], args: { priority: grouped(rules.systemCriticalPriority) } },
    ];
  const place = { id: PLACES[because], args: { priority } };
  if (state === "evicting") return [{ id: "ui.press.evicting" }, place];
  if (state === "evicted") return [null, because === "most-over" ? { ...place, id: PLACES.above } : place];
  if (state === "next") return [{ id: "ui.press.next" }, place];
  return because === "within" ? [{ id: "ui.press.within" }, place] : [place, { id: "ui.press.not_yet" }];
}

/** Before which row the line stands between the pods above their request and the others; -1: nowhere. */
export const ruleAt = (rows) => rows.findIndex((row) => row.rank !== null && row.group === "within");

/** Share of the widest bar: usage and request of a row, 0…1. */
export function shares(rows) {
  const most = Math.max(1, ...rows.map((row) => Math.max(row.usage, row.request)));
  return rows.map((row) => ({ usage: row.usage / most, request: row.request / most }));
}

/**
 * Conditions of a node that speak of pressure, with the taint that follows: [{type, held, posted, taint}]. `held` = the
 * kubelet's own.
 */
export function conditionsOf(node, view, rules) {
  const out = [];
  for (const { type, taint } of rules.pressureConditions) {
    const posted = node?.conditions?.find((c) => c.type === type) ?? null;
    const held = view?.conditions.includes(type) ?? false;
    if (!posted && !held) continue;
    out.push({ type, held, posted, taint: (node?.taints ?? []).find((each) => each.key === taint) ?? null });
  }
  return out;
}

/** Whether a node is in no other trouble: heard, powered, and whatever is wrong with it is pressure. */
export function onlyPressed(node, rules) {
  const known = rules.pressureConditions.map(({ type }) => type);
  return (
    !node.link &&
    node.power !== false &&
    node.kubelet !== false &&
    node.registered !== false &&
    (node.conditions ?? []).every((c) => known.includes(c.type))
  );
}

/** Seconds until the condition may be taken back: {left, whole} or null. */
export function transitionOf(model, name, now) {
  const timer = model.timers?.get(`transition:${name}`) ?? null;
  const until = timer?.to ?? model.pressures.get(name)?.conditionUntil ?? null;
  if (until === null || until === undefined) return null;
  const from = timer?.from ?? until;
  return { left: Math.max(0, until - now), whole: Math.max(1e-3, until - from), until };
}

/** Which node's pressure the board shows. `wish` = {open: name | null, closed: Set of names}. */
export function shownNode(model, chosen, wish) {
  if (wish.open && model.pressures.has(wish.open)) return wish.open;
  const focused = chosen.node ?? model.pods.get(chosen.pod)?.node ?? null;
  const needy = (name) => model.pressures.has(name) && !wish.closed.has(name) && model.pressures.get(name).pressed;
  if (focused) return needy(focused) ? focused : null;
  return (model.frame?.focus?.nodes ?? []).find(needy) ?? [...model.pressures.keys()].find(needy) ?? null;
}
