/** What can be done with nodes that are chosen together: a maintenance of them, and cordon. */
import { t } from "../../i18n.js";

const PLANS = ["drain", "upgrade", "lose"];
const MOST_IN_ADDRESS = 300; // nodes that a page takes from an address

/** The fields of an address that choose the nodes; null where there are too many of them for one. */
export function fieldsOf(names, zone) {
  if (zone) return [["zone", zone]];
  return names.length > MOST_IN_ADDRESS ? null : names.map((node) => ["node", node]);
}

/**
 * [{words, href} | {words, act(names)} | {words}]; none on a board without a run. `at` = the step of the maintenance,
 * `zone` = the zone whose nodes these are all, or "".
 */
export function actionsOn(names, { run, input, at, zone = "" }) {
  if (!run) return [];
  const fields = fieldsOf(names, zone);
  const address = (plan) =>
    `/r/${run()}/upkeep?${new URLSearchParams([["at", at], ["choose", 1], ["plan", plan], ...fields])}`;
  const plans = fields ? PLANS.map((plan) => ({ words: t(`ui.land.${plan}`), href: address(plan) }))
    : [{ words: t("ui.land.too_many", { n: MOST_IN_ADDRESS }) }];
  async function cordon(all) {
    for (const node of all) await input({ kind: "cordon", node });
  }
  return input ? [...plans, { words: t("ui.land.cordon"), act: cordon }] : plans;
}
