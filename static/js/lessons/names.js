/** Names of pods and nodes in the text of a lesson, as buttons that show them on the board. */
import { el } from "../el.js";

const WITHIN = ".text code, .told code, details code, .hints code, #known-way code";

/** The pod or node of this name on the board, as {pod} or {node}; null where there is none. Pure. */
export function namedOn(model, text) {
  const key = text.includes("/") ? text : `default/${text}`;
  if (model.pods.has(key)) return { pod: key };
  return model.nodes.has(text) ? { node: text } : null;
}

/** @param {{show: (what: object) => void, reach: (name: Element | null, what: object | null) => void}} board */
export function createNames(article, board) {
  const made = new Map(); // button to its text

  function button(code) {
    const text = code.textContent;
    const self = el("button.named", {
      type: "button",
      onclick: () => board.show(made.get(self).what),
      onpointerenter: () => board.reach(self, made.get(self).what), onpointerleave: () => board.reach(null, null),
      onfocus: () => board.reach(self, made.get(self).what), onblur: () => board.reach(null, null),
    });
    made.set(self, { text, what: null });
    code.replaceWith(self);
    self.append(code);
  }

  return {
    /** Names that the board has now are buttons; one that has gone cannot be pressed. */
    render(model) {
      for (const code of article.querySelectorAll(WITHIN))
        if (!code.closest("button, label, summary, pre, a") && namedOn(model, code.textContent)) button(code);
      for (const [control, name] of made) {
        name.what = namedOn(model, name.text);
        control.disabled = name.what === null;
      }
    },
  };
}
