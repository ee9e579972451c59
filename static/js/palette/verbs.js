/** Doing a verb: at once, after its form, or after it was confirmed. */
import { el, setText } from "../el.js";
import { knows, t } from "../i18n.js";
import { begun, filled, filledYaml } from "./verb-values.js";
import { nameOf, wordsOf } from "./directory.js";

const fieldWords = (name) => (knows(`ui.hand.field.${name}`) ? t(`ui.hand.field.${name}`) : name);

/** A field of a form: {element, name, value()}. */
function createField(field, onInput) {
  const { name, type, value, min, max, choices } = field;
  const words = fieldWords(name);
  if (type === "flag") {
    const input = el("input", { type: "checkbox", name, checked: value, onchange: onInput });
    return { name, element: el("label.choice", null, input, words), value: () => input.checked };
  }
  const shown = (choice) => el("option", { value: choice, text: choice || "—", selected: choice === value });
  const input = type === "choice"
    ? el("select", { name, onchange: onInput }, choices.map(shown))
    : el("input", {
      type, name, value, min, max, autocomplete: "off", spellcheck: "false", required: !field.optional,
      oninput: onInput,
    });
  return {
    name,
    element: el("label.field", null, el("span", { text: words }), input),
    value: () => (type === "number" ? Number(input.value) : input.value),
  };
}

/** `actions` = {ask, guarded, send, apply}; `faults` confirm what may lose data; `model()` is what is shown. */
export function createVerbRunner({ actions, faults, model }) {
  const DANGERS = {
    force_delete: ({ key }) => faults.forceDelete(model().pods.get(key)),
    delete_node: ({ key }) => faults.removeNode(model().nodes.get(key)),
  };

  function ask(verb, thing) {
    const line = el("code.hand-line");
    const fields = verb.fields.map((field) => createField(field, tell));
    const values = () => Object.fromEntries(fields.map((field) => [field.name, field.value()]));
    function tell() {
      setText(line, filled(verb.kubectl, values()) || t("ui.hand.no_kubectl"));
    }
    tell();
    const asYaml = verb.yaml && el("button.btn.small", {
      type: "button", text: t("ui.hand.as_yaml"),
      onclick: ({ target }) => {
        const text = filledYaml(verb.yaml, values());
        target.closest("dialog").close();
        actions.apply(text);
      },
    });
    const about = verb.group === "add" ? wordsOf(verb) : `${wordsOf(verb)} · ${nameOf(thing)}`;
    actions.ask({
      title: about,
      submit: t("ui.hand.do"),
      danger: verb.level === "bad",
      body: [el("div.hand-fields", null, fields.map(({ element }) => element)), line, asYaml || null],
      make: () => filled(verb.inputs, values()),
    });
  }

  return {
    /** Does a verb to a thing. `over` are values that somebody chose already, as by dropping it somewhere. */
    verb(verb, thing, over = null) {
      if (verb.danger && DANGERS[verb.danger]) return DANGERS[verb.danger](thing);
      if (verb.fields.length && !over) return actions.guarded(() => ask(verb, thing));
      return actions.send(filled(verb.inputs, { ...begun(verb.fields), ...over }));
    },
    /** The kubectl line of a verb with the values that its form begins with. */
    line: (verb) => filled(verb.kubectl, begun(verb.fields)),
  };
}
