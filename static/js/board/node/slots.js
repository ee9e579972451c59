/** The slots that are reserved on a node for the pods that are nominated to it. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { cpu } from "../../format.js";

const LOW_PX = 52; // three lines, and the border

/** A slot is a button: it can be focused, and choosing it chooses its pod. */
function createSlot(key) {
  const hidden = { "aria-hidden": "true" };
  return el("button.slot", { type: "button", tabindex: "-1", "data-slot": key },
    el("b", hidden), el("span", hidden), el("span", hidden), el("span.sr"));
}

export function createSlots(node) {
  const slots = new Map();

  function draw(slot, pod, { beside, height, column, bottom }, columns) {
    setClass(slot, `slot${beside ? " beside" : ""}${height < LOW_PX ? " low" : ""}`);
    const style = { "--column": column, "--columns": columns, bottom: `${bottom + 1}px`, height: `${height - 2}px` };
    for (const [name, value] of Object.entries(style)) slot.style.setProperty(name, value);
    setAttr(slot, "title", `${pod.name}: status.nominatedNodeName: ${node}`);
    setText(slot.children[0], pod.name);
    setText(slot.children[1], t("ui.slot.reserved"));
    const amount = pod.cpu ? cpu(pod.cpuText) : "";
    setText(slot.children[2], amount);
    setText(slot.children[3], t("ui.slot.spoken", { pod: pod.name, node, amount: amount || t("ui.pod.no_request") }));
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
