/** The names of pods whose blocks are too low for one, as rows in the free space of the rack above them. */
import { el, setText } from "../../el.js";
import { cpu, middleCut } from "../../format.js";
import { t } from "../../i18n.js";

/** A person who does not see the board hears these pods from their blocks. */
export function createNamesAbove() {
  const element = el("ul.names-above", { "aria-hidden": "true" });

  function row(index) {
    const there = element.children[index];
    if (there) return there;
    const made = el("li", null, el("span"), el("span"));
    element.append(made);
    return made;
  }

  return {
    element,
    /** `names` = {bottom, keys, more} of the layout, or null; `pods` = the pods of the node; `chars` fit in a row. */
    render(names, pods, chars) {
      element.hidden = !names;
      if (!names) return;
      const byKey = new Map(pods.map((pod) => [pod.key, pod]));
      const rows = names.keys.map((key) => [middleCut(byKey.get(key).name, chars), cpu(byKey.get(key).cpuText)]);
      if (names.more) rows.push([t("ui.queue.more", { n: names.more }), ""]);
      for (const [index, [name, amount]] of rows.entries()) {
        setText(row(index).children[0], name);
        setText(row(index).children[1], amount);
      }
      while (element.children.length > rows.length) element.lastChild.remove();
      element.style.setProperty("bottom", `${names.bottom}px`);
    },
  };
}
