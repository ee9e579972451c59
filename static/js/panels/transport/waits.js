/** Says beside the sentence that kubectl waits for this run, and how its time goes meanwhile. Loaded with the first. */
import { el, setAttr, setText } from "../../el.js";
import { decimal, t } from "../../i18n.js";

/** What is said of `how` = {still, speed}. Pure. */
export function wordsOf({ still, speed }) {
  return still ? t("ui.waits.still") : t("ui.waits.runs", { speed: decimal(speed) });
}

/** `host`: the line of the sentence; `run()`: the run that is shown. Returns render(how), with null for nobody. */
export function createWaits(host, run) {
  const tag = el("a.tag.waits", { title: t("ui.waits.choose") });
  const live = el("span.sr", { role: "status" });
  host.append(tag, live);
  return function render(how) {
    tag.hidden = !how;
    tag.classList.toggle("warn", Boolean(how?.still));
    setAttr(tag, "href", `/r/${run()}/kubectl`);
    setText(tag, how ? wordsOf(how) : "");
    setText(live, how ? wordsOf(how) : "");
  };
}
