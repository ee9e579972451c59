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
    /**
     * The card of a pod that runs and has such settings; of one that has none where its end is `expected`, with the
     * grace period that every pod has. Else null.
     */
    render(pod, { expected = false, rules } = {}) {
      if (!pod?.holds || !(pod.ending.length || expected)) return null;
      if (shown === pod) return element;
      shown = pod;
      const words = t("ui.ends.title", { pod: pod.name });
      setText(title, words);
      setAttr(element, "aria-label", words);
      const grace = { say: "grace", args: { n: rules?.defaultGraceSeconds } };
      list.replaceChildren(...(pod.ending.length ? pod.ending : [grace]).map(line));
      return element;
    },
  };
}
