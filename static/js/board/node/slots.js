/** The slots that are reserved on a node for the pods that are nominated to it. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { cpu } from "../../format.js";

const LOW_PX = 52; // three lines, and the border

/** Why a place is kept: [class, what is seen of it]. */
function reasonOf({ trial, held, assumed }) {
  if (assumed) return [" assumed", t("ui.slot.assumed")];
  if (trial) return [" tried", t("ui.slot.tried", trial)];
  return held ? [" in-permit", t("ui.slot.held")] : ["", t("ui.slot.reserved")];
}

/** A slot is a button: it can be focused, and choosing it chooses its pod. */
function createSlot(key) {
  const hidden = { "aria-hidden": "true" };
  return el("button.slot", { type: "button", tabindex: "-1", "data-slot": key },
    el("b", hidden), el("span", hidden), el("span", hidden), el("span.sr"));
}

export function createSlots(node) {
  const slots = new Map();

  function draw(slot, pod, { beside, height, column, bottom }, columns) {
    const [kind, why] = reasonOf(pod);
    setClass(slot, `slot${kind}${beside ? " beside" : ""}${height < LOW_PX ? " low" : ""}`);
    const style = { "--column": column, "--columns": columns, bottom: `${bottom + 1}px`, height: `${height - 2}px` };
    for (const [name, value] of Object.entries(style)) slot.style.setProperty(name, value);
    setAttr(slot, "title", `${pod.name}: ${kind ? why : `status.nominatedNodeName: ${node}`}`);
    setText(slot.children[0], pod.name);
    setText(slot.children[1], why);
    const amount = pod.cpu ? cpu(pod.cpuText) : "";
    setText(slot.children[2], amount);
    const spoken = { pod: pod.name, node, why, amount: amount || t("ui.pod.no_request") };
    setText(slot.children[3], t(kind ? "ui.slot.spoken_group" : "ui.slot.spoken", spoken));
  }

  return {
    /** `places` = where each slot stands. Returns the slots that are new. */
    render(places, nominated) {
      const pods = new Map(nominated.map((pod) => [pod.key, pod]));
      for (const key of [...slots.keys()]) {
        if (pods.has(key)) continue;
        slots.get(key).remove();
        slots.delete(key);
      }
      const drawn = [];
      for (const place of places) {
        const { key } = place;
        if (!slots.has(key)) {
          slots.set(key, createSlot(key));
          drawn.push(slots.get(key));
        }
        draw(slots.get(key), pods.get(key), place, places.at(-1).column + 1);
      }
      return drawn;
    },
    get elements() { return [...slots.values()]; },
    element: (key) => slots.get(key) ?? null,
  };
}
