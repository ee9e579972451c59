/** While a worker opens a large run the board is empty: how far it is, and the way back to where one came from. */
import { button, el, setText } from "../../el.js";
import { t } from "../../i18n.js";

/** Back to the page that led here; to the page of imports where there is none. */
function leave() {
  if (history.length > 1) history.back();
  else location.assign("/import");
}

/**
 * `before` = the element in whose place the words stand. `show(share)` takes 0 to 1; `wait(words)` says why nothing is
 * opened yet.
 */
export function createLoadProgress(before) {
  const percent = new Intl.NumberFormat(document.documentElement.lang || undefined, { style: "percent" });
  const status = el("p", { role: "status" });
  const bar = el("progress", { "aria-hidden": "true" });
  const back = button("btn", t("ui.opening.back"), leave);
  const element = el("section.opening", null, status, bar, back);

  return {
    wait(words) {
      bar.hidden = true;
      setText(status, words);
      if (!element.isConnected) before.before(element);
    },
    show(share) {
      bar.hidden = false;
      bar.value = share;
      setText(status, t("ui.opening.share", { share: percent.format(Math.floor(share * 10) / 10) }));
      if (!element.isConnected) before.before(element);
    },
    hide: () => element.remove(),
  };
}
