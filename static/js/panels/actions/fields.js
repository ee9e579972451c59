/** Fields of the dialogs in which a person gives an input. */
import { el } from "../../el.js";

export const textField = (name, attributes = {}) =>
  el("input", { type: "text", name, value: "", autocomplete: "off", spellcheck: "false", ...attributes });

export const numberField = (name, attributes) => el("input", { type: "number", name, required: true, ...attributes });

/** Radio buttons, the first of them chosen: {element, value()}; `choices` = [[value, words], …]. */
export function radioFields(name, legend, choices) {
  const inputs = choices.map(([value], i) => el("input", { type: "radio", name, value, checked: i === 0 }));
  const labels = choices.map(([, words], i) => el("label.choice", null, inputs[i], words));
  const element = el("fieldset.choices", null, el("legend", { text: legend }), labels);
  return { element, value: () => inputs.find((input) => input.checked).value };
}
