/** The slots that are reserved on a node for the pods that are nominated to it. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { cpu } from "../../format.js";

const LOW_PX = 48;

export function createSlots(node) {
  const slots = new Map();

  function draw(slot, pod, { beside, height, column, bottom }, columns) {
    setClass(slot, `slot${beside ? " beside" : ""}${height < LOW_PX ? " low" : ""}`);
    const style = { "--column": column, "--columns": columns, bottom: `${bottom + 1}px`, height: `${height - 2}px` };
    for (const [name, value] of Object.entries(style)) slot.style.setProperty(name, value);
    setAttr(slot, "title", `${pod.name}: status.nominatedNodeName: ${node}`);
    setText(slot.children[0], pod.name);
    setText(slot.children[1], t("ui.slot.reserved"));
    setText(slot.children[2], pod.cpu ? cpu(pod.cpuText) : "");
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
          slots.set(key, el("div.slot", { "data-slot": key }, el("b"), el("span"), el("span")));
          drawn.push(slots.get(key));
        }
        draw(slots.get(key), pods.get(key), place, places.at(-1).column + 1);
      }
      return drawn;
    },
    get elements() {
      return [...slots.values()];
    },
    element: (key) => slots.get(key) ?? null,
  };
}
