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

/** Seconds until a kubelet takes back the condition that it `keeps` {from, to}: {left, whole}, or null. */
export function transitionOf(keeps, now) {
  if (!keeps) return null;
  return { left: Math.max(0, keeps.to - now), whole: Math.max(1e-3, keeps.to - keeps.from) };
}

/** Which node's pressure the board shows. `wish` = {open: name | null, closed: Set of names}. */
export function shownNode(model, chosen, wish) {
  if (wish.open && model.pressures.has(wish.open)) return wish.open;
  const focused = chosen.node ?? model.pods.get(chosen.pod)?.node ?? null;
  const needy = (name) => model.pressures.has(name) && !wish.closed.has(name) && model.pressures.get(name).pressed;
  if (focused) return needy(focused) ? focused : null;
  return (model.frame?.focus?.nodes ?? []).find(needy) ?? [...model.pressures.keys()].find(needy) ?? null;
}
