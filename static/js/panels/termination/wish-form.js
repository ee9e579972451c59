/** "Try other values": a field for each knob, the question that they make, and the button that tries it in a fork. */
import { arrange, button, el, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { MOST_SECONDS } from "../../board/termination/lanes.js";
import { labelOf } from "./grip.js";
import { seconds } from "./lane-chart.js";

function createField(knob, onType) {
  const never = knob.what === "exit";
  const input = el("input.num", {
    type: "number", min: 0, max: MOST_SECONDS, step: "any", placeholder: never ? t("ui.lanes.never") : null,
    oninput() {
      const typed = input.value.trim();
      if (!input.validity.valid || (typed === "" && !never)) return;
      onType(typed === "" ? null : Number(typed), input);
    },
  });
  const unit = el("span.dim", { text: t("ui.span.unit") });
  return { input, element: el("label.lc-field", null, el("span", { text: labelOf(knob) }), input, unit) };
}

function wishText({ what, container, value }) {
  const args = { container: container ?? "", seconds: value === null ? "" : seconds(value) };
  return t(value === null ? "ui.lanes.wish_never" : `ui.lanes.wish_${what}`, args);
}

function questionOf(changes) {
  return changes.length ? t("ui.lanes.question", { wishes: changes.map(wishText) }) : t("ui.lanes.hint");
}

/**
 * `onSubmit()` resolves to null, or to what was wrong, as text. `onType(i, seconds | null, input)`: somebody types
 * into field `i`.
 */
export function createWishForm({ onSubmit, onReset, onType }) {
  const note = el("p.small.ink2");
  const list = el("div.lc-fields");
  const question = el("p.lc-question", { "aria-live": "polite" });
  const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
  const go = el("button.btn.small.pri", { type: "submit" }, icon("fork"), t("ui.lanes.try"));
  const reset = button("btn.small", t("ui.whatif.reset"), onReset);
  const buttons = el("div.row", null, go, reset);
  const form = el("form.lc-form", { onsubmit: submit }, note, list, question, wrong, buttons);
  const element = el("details.lc-more", { ontoggle: reveal },
    el("summary", { text: t("ui.lanes.what_if"), onclick: () => delete element.dataset.fresh }), form);
  let fields = [];

  /** What somebody opens is seen whole, where it has the space. */
  function reveal() {
    if (element.open && !element.dataset.fresh) element.scrollIntoView({ block: "nearest" });
  }

  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    wrong.hidden = true;
    const problem = await onSubmit();
    go.disabled = false;
    wrong.hidden = problem === null;
    setText(wrong, problem ?? "");
  }

  return {
    element,
    /** Fields for other knobs. `began`: the act that ended the pod, or null where nothing can be tried. */
    show(knobs, began) {
      fields = knobs.map((knob, i) => createField(knob, (value, input) => onType(i, value, input)));
      arrange(list, fields.map((field) => field.element));
      element.hidden = !began;
      element.open = Boolean(began?.person);
      element.dataset.fresh = element.open ? "open" : "closed"; // as it came: nobody has opened or closed it
      delete element.dataset.settled;
      note.hidden = !began || began.person;
      setText(note, note.hidden ? "" : t("ui.lanes.not_yours"));
    },
    /** `changes`: what differs from the run; `typed`: the field that somebody types in just now stays as it is. */
    render(knobs, changes, typed) {
      fields.forEach(({ input }, i) => {
        const { value } = knobs[i];
        if (input !== typed) input.value = value === null ? "" : String(Math.round(value * 10) / 10);
      });
      setText(question, questionOf(changes));
      go.disabled = changes.length === 0;
      reset.disabled = changes.length === 0;
    },
  };
}
