/** What the server offers to break and to mend: its address, and an offer as a button. */
import { button, el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const MENDS = "check";
const BREAKS = "cut";
const ICONS = {
  undelay: "check", delay: "clock", cut_storage: "disk",
  power_on: "power", power_off: "power", shutdown: "power", kubelet_start: "play", kubelet_stop: "pause",
  kubelet_older: "arrow", kubelet_upgrade: "arrow",
  clock: "clock", clock_right: "clock", fence: "fence", destroy: "cross",
  drain: "arrow", out_of_service: "ban", delete_node: "slot",
};

/** Where the offers of a node are asked for, or without `node` those of the cluster. Pure. */
export function offersAddress(run, at, node = null) {
  return `/r/${run}/faults?${new URLSearchParams({ at, ...(node ? { node } : {}) })}`;
}

/** Offers in their groups, in the order in which the groups come: [[group, offers], …]. Pure. */
export function inGroups(offers) {
  return [...Map.groupBy(offers, ({ group }) => group)];
}

/** An offer with what it does in one sentence. */
export function offerButton(offer, onclick) {
  const attributes = { type: "button", "data-fault": offer.id, onclick };
  return el(`button.fault${offer.level ? `.${offer.level}` : ""}`, attributes,
    icon(ICONS[offer.id] ?? (offer.level === "ok" ? MENDS : BREAKS), ""),
    el("b", { text: t(`ui.fault.${offer.id}`, offer.args) }),
    el("span.says", { text: t(`ui.fault.${offer.id}_says`, offer.args) }));
}

/** An offer in one word or two. */
export function shortButton(offer, onclick) {
  return button("btn", t(`ui.fault.${offer.id}`, offer.args), onclick);
}
