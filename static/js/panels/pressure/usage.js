/**
 * Who may act says what a pod or the node's system uses: a slider and a number, reached at once or evenly within some
 * seconds.
 */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";

const MI = 2 ** 20;
const STEP_MI = 10;
const SYSTEM = "";

/** The input for what was chosen; `who` = key of a pod, or "" for the system. Pure. */
export function usageInput(node, who, mi, over) {
  return {
    kind: "usage",
    ...(who === SYSTEM ? { node } : { pod: who }),
    memory: `${mi}Mi`,
    ...(over > 0 ? { over } : {}),
  };
}

/** What each of them uses now, in Mi. Pure. */
export function usedBy(view) {
  return new Map([
    [SYSTEM, Math.round((view.system?.memory ?? 0) / MI)],
    ...view.ranking.filter((row) => row.state !== "evicted").map((row) => [row.pod, Math.round(row.usage / MI)]),
  ]);
}

export function createUsage(actions) {
  const who = el("select.small", { name: "who" });
  const slider = el("input", { type: "range", min: 0, step: STEP_MI, "aria-label": t("ui.use.slider") });
  const number = el("input.num", { type: "number", min: 0, step: 1, required: true, "aria-label": t("ui.use.amount") });
  const over = el("input.num", { type: "number", min: 0, step: 1, value: 0, "aria-label": t("ui.use.over") });
  const form = el(
    "form.useform",
    {
      onsubmit(event) {
        event.preventDefault();
        touched = false;
        actions.send(usageInput(node, who.value, Number(number.value), Number(over.value)));
      },
    },
    el("label", null, el("span", { text: t("ui.use.who") }), who),
    slider,
    el("label", null, number, el("span", { text: "Mi" })),
    el("label", null, el("span", { text: t("ui.use.within") }), over, el("span", { text: t("ui.span.unit") })),
    el("button.btn.small", { type: "submit", text: t("ui.use.set") }),
  );
  const element = el("details.usage", { hidden: true }, el("summary", { text: t("ui.use.title") }), form);
  let node = "";
  let now = new Map();
  let touched = false;
  let namesFor = "";

  function show() {
    const value = now.get(who.value) ?? 0;
    if (!touched) {
      number.value = String(value);
      slider.value = String(value);
    }
  }
  who.addEventListener("change", () => { touched = false; show(); });
  slider.addEventListener("input", () => { touched = true; number.value = slider.value; });
  number.addEventListener("input", () => { touched = true; slider.value = number.value; });

  return {
    element,
    render(name, view, canAct, rules) {
      element.hidden = !canAct;
      if (!canAct) return;
      now = usedBy(view);
      const signature = `${name}|${[...now.keys()].join("|")}`;
      if (signature !== namesFor) {
        const kept = name === node ? who.value : SYSTEM;
        namesFor = signature;
        node = name;
        touched = false;
        who.replaceChildren(...[...now.keys()].map((key) =>
          el("option", { value: key, text: key === SYSTEM ? t("ui.use.system") : key.slice(key.indexOf("/") + 1) }),
        ));
        who.value = now.has(kept) ? kept : SYSTEM;
      }
      setAttr(slider, "max", Math.round((view.capacity["memory.available"] ?? 8192 * MI) / MI));
      setAttr(number, "max", slider.max);
      setAttr(over, "max", rules.mostInputSeconds);
      show();
    },
  };
}
