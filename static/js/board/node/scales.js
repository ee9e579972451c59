/** What stands at the sides of a rack: the ruler of whole cores, and the column of memory. */
import { el } from "../../el.js";
import { rulerMarks } from "../layout/scale.js";

/** `rack` gets the number of cores as a variable. */
export function createRuler(rack) {
  const element = el("div.ruler", { "aria-hidden": "true" });
  let drawn = "";
  return {
    element,
    /** `k`: size of what is read. */
    render(milli, unit, k = 1) {
      const signature = `${milli}|${unit}|${k}`;
      if (signature === drawn) return;
      drawn = signature;
      const mark = ({ share, label }) => el("i", { vars: { bottom: `${share * 100}%` }, text: label });
      const marks = rulerMarks(milli, unit, k);
      element.replaceChildren(...marks.map(mark));
      rack().style.setProperty("--n", milli / 1000);
      rack().style.setProperty("--digits", marks.at(-1)?.label.length ?? 1);
    },
  };
}

export function createMemoryColumn() {
  const element = el("div.memg", { "aria-hidden": "true" });
  let drawn = "";
  return {
    element,
    /** `slices` = [{key, share, state}]; `fresh` = keys of pods that were bound a moment ago. */
    render(slices, fresh) {
      const kind = ({ key, state }) => (fresh.has(key) ? ".new" : state ? `.${state}` : "");
      const signature = slices.map((slice) => `${slice.share.toFixed(4)}${kind(slice)}`).join(",");
      if (signature === drawn) return;
      drawn = signature;
      element.replaceChildren(...slices.map((slice) => {
        return el(`i${kind(slice)}`, { vars: { "--m": slice.share.toFixed(4) } });
      }));
    },
  };
}
