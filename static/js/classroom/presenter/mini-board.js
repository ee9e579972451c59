/** A board as small as a tile: nodes as columns, pods as blocks that say by their height how much they ask for. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";

const ENDING = new Set(["Terminating", "Failed", "Evicted"]);

function block({ name, band, state, share }) {
  const ending = ENDING.has(state) ? ".is-ending" : "";
  const attributes = { vars: { "--share": String(share ?? 0) }, title: `${name} ${state ?? ""}` };
  return el(`span.mini-pod.b${band}${ending}`, attributes, el("span", { text: name }));
}

/** `tile` as the wire has it: {nodes, waiting}. */
export function miniBoard({ nodes, waiting }) {
  const columns = nodes.map((node) => el("span.mini-node", {}, el("span.mini-rack", {}, node.pods.map(block)),
    el("span.mini-name", { text: node.name })));
  const queue = waiting.map(({ name, band }) => el(`span.mini-wait.b${band}`, { text: name }));
  const parts = [el("span.mini-queue", {}, queue), el("span.mini-nodes", {}, columns)];
  return el("span.mini", { "aria-hidden": "true" }, parts);
}

/** The same in words, for who does not see it. Pure. */
export function inWords({ nodes, waiting }, waits) {
  const names = (pods) => (pods.length ? pods.map((pod) => pod.name) : "–");
  const placed = nodes.map(({ name, pods }) => t("ui.text_of", { name, text: names(pods) }));
  return [...placed, ...(waiting.length ? [t("ui.text_of", { name: waits, text: names(waiting) })] : [])].join("; ");
}
