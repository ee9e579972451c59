/** The steps of the eviction manager's pass, above the page of a node under pressure. */
import { arrange, el, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const CLASS = { done: "done", now: "on", skipped: "skip", "to come": "todo" };
/** One sign of one width in every state, as on the rail of a cycle: no step moves as the pass goes on. */
const SIGN = { done: "check", now: "arrow", skipped: "dash", "to come": "dot" };
const STATE = { done: "done", now: "on", skipped: "skipped", "to come": "todo" };

function createStep({ step, state }) {
  return el(`li.${CLASS[state] ?? "todo"}`, { "aria-current": state === "now" ? "step" : null },
    icon(SIGN[state] ?? "dot"),
    el("span", { text: t(`ui.press.step_${step}`) }),
    el("span.sr", { text: ` ${t(`ui.point.${STATE[state] ?? "todo"}`)}` }));
}

export function createPassRail({ onClose }) {
  const title = el("b");
  const about = el("span.ink2");
  const steps = el("ol", { "aria-label": t("ui.press.pass_label") });
  const words = t("ui.press.close");
  const attributes = { type: "button", "aria-label": words, title: words, onclick: onClose };
  const close = el("button.btn.small.to-board", attributes, icon("cross"));
  const heading = el("span.row", null, title, about);
  return {
    element: el("div.rail.pass", { role: "group", tabindex: "0" }, close, heading, steps),
    render(name, view) {
      setText(title, t("ui.press.title", { node: name }));
      setText(about, view.pass ? t("ui.press.pass", { n: view.pass }) : t("ui.press.no_pass"));
      about.title = about.textContent; // on a narrow page it is cut, the steps are not
      arrange(steps, view.steps.map(createStep));
    },
  };
}
