/** The inputs of the document as a list: each can be switched off, moved in time, and gone to in the text. */
import { button, el, setText } from "../el.js";
import { t } from "../i18n.js";
import { inOrder, inputsOf, moved, switched } from "./document/inputs.js";

/** `text()` and `write(text)` are the document, `onGo(line)` leads to a line of it, from 0. */
export function createInputList(root, { text, write, onGo }) {
  const list = el("ol.input-rows");
  const count = el("span.dim");
  root.append(el("summary", null, t("ui.change.inputs"), " ", count), list);
  let lines = []; // of kubectl, in the order in which the run takes the inputs
  let shown = "";

  function row(input, i, line) {
    const words = line || input.words;
    const change = (make) => write(make(text(), inputsOf(text())[i]));
    const on = el("input", {
      type: "checkbox", checked: input.on, "aria-label": t("ui.change.input_on", { input: words }),
      onchange: () => change(switched),
    });
    const at = el("input", {
      type: "number", min: 0, step: "any", value: input.at, "aria-label": t("ui.change.input_at", { input: words }),
      onchange: () => {
        const second = Number(at.value);
        if (at.value !== "" && second >= 0) change((now, moving) => moved(now, moving, second));
        else at.value = String(input.at);
      },
    });
    const go = button("input-words", words, () => onGo(input.from), { title: words });
    const unit = el("span.dim", { text: t("ui.span.unit") });
    return el(`li.input-row${input.on ? "" : ".is-off"}`, null, on, at, unit, go);
  }

  function render() {
    const inputs = inputsOf(text());
    const order = inOrder(inputs);
    const rows = inputs.map((input) => [input, input.on ? lines[order.indexOf(input)] ?? "" : ""]);
    const signature = JSON.stringify(rows.map(([{ from, on, at, words }, line]) => [from, on, at, words, line]));
    if (signature === shown) return;
    shown = signature;
    root.hidden = inputs.length === 0;
    setText(count, String(inputs.length));
    const focused = [...list.querySelectorAll("input, button")].indexOf(document.activeElement);
    list.replaceChildren(...rows.map(([input, line], i) => row(input, i, line)));
    if (focused >= 0) list.querySelectorAll("input, button")[focused]?.focus();
  }

  return {
    render,
    /** The kubectl lines of the inputs of the newest answer; "" for a fault. */
    take(inputs) {
      lines = inputs ?? [];
      render();
    },
  };
}
