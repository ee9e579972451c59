/** The settings that decide how a pod ends, on the stage until it does. The server says which are worth a line. */
import { el, setAttr, setText } from "../../el.js";
import { t } from "../../i18n.js";

const line = ({ say, args }) => el("div", null,
  el("dt", null, t(`ui.ends.${say}`, args)),
  el("dd", null, t(`ui.ends.${say}_means`, args)));

export function createSettings() {
  const title = el("h2");
  const list = el("dl");
  const element = el("section.lanesec.ending", null, title, list);
  let shown = null;
  return {
    /** The card of a pod that has such settings and runs; else null. */
    render(pod) {
      if (!pod?.holds || !pod.ending.length) return null;
      if (shown === pod) return element;
      shown = pod;
      const words = t("ui.ends.title", { pod: pod.name });
      setText(title, words);
      setAttr(element, "aria-label", words);
      list.replaceChildren(...pod.ending.map(line));
      return element;
    },
  };
}
