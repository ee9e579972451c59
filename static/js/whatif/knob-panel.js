/** The value on the cursor's line as controls: a slider for a number, buttons for a few words; and what it means. */
import { el, setText } from "../el.js";
import { t } from "../i18n.js";
import { unquoted } from "./document/document.js";
import { spanOf } from "./document/values.js";

const numberIn = (text) => (text === null ? null : Number.parseFloat(unquoted(text)));

/** `onWrite(field, text)`: another value. `before(field)` = the text that stood there in the run as it is, or null. */
export function createKnobPanel(root, { onWrite, before }) {
  const stem = el("span.knob-stem");
  const leaf = el("span");
  const path = el("code.knob-path", null, stem, leaf);
  const was = el("s.knob-was");
  const control = el("div.knob-control");
  const means = el("p.knob-means");
  root.append(el("div.knob-head", null, path, was), control, means);
  let field = null;
  let shown = "";

  function slider(knob, old) {
    const tick = numberIn(old);
    const { min, max } = spanOf(knob, tick);
    const label = t("ui.change.knob", { path: field.path });
    const range = el("input", {
      type: "range", min, max, step: knob.step, value: knob.number, "aria-label": label,
      oninput: () => onWrite(field, `${Number(range.value)}${knob.unit}`),
    });
    const value = el("output.knob-value");
    const share = tick === null ? 0 : (tick - min) / Math.max(1e-9, max - min);
    const mark = tick === null ? null : el("i.knob-tick", { "aria-hidden": "true" });
    const then = tick === null ? null : el("span.knob-then", { text: unquoted(old) });
    const ends = el("div.knob-ends", { "aria-hidden": "true" },
      el("span", { text: `${min}${knob.unit}` }), then, el("span", { text: `${max}${knob.unit}` }));
    const track = el("div.knob-track", { vars: { "--was": String(share) } }, range, mark);
    control.replaceChildren(value, el("div.knob-slide", null, track, ends));
    return (now) => {
      if (document.activeElement !== range) range.value = String(now.number);
      setText(value, `${now.number}${now.unit}`);
    };
  }

  function choice(knob) {
    const button = (word) => el("button", { type: "button", text: word, onclick: () => onWrite(field, word) });
    const buttons = knob.values.map(button);
    const label = t("ui.change.knob", { path: field.path });
    const group = el("div.seg.knob-words", { role: "group", "aria-label": label }, buttons);
    control.replaceChildren(group);
    return (now) => {
      for (const item of buttons) item.setAttribute("aria-pressed", String(item.textContent === now.value));
    };
  }

  let update = () => {};

  return {
    /** `next` = the field on the cursor's line with its knob, or null; `words` = what it means. */
    render(next, words) {
      field = next;
      const old = field ? before(field) : null;
      // where the path is cut, its last name stays
      const whole = field?.path ?? "";
      const cut = whole.lastIndexOf(".") + 1;
      setText(stem, whole.slice(0, cut));
      setText(leaf, whole.slice(cut));
      setText(was, old !== null && unquoted(old) !== unquoted(field.value) ? unquoted(old) : "");
      setText(means, words || (field?.knob ? "" : t("ui.change.how")));
      const knob = field?.knob ?? null;
      const { kind, name } = field?.object ?? {};
      const marks = [kind, name, field?.path, knob?.kind, knob?.unit, knob?.values, old];
      const signature = knob ? JSON.stringify(marks) : "";
      if (!knob) control.replaceChildren();
      const outgrown = knob?.kind === "number" && knob.number > Number(control.querySelector("input")?.max ?? Infinity);
      if (knob && (signature !== shown || outgrown)) update = knob.kind === "number" ? slider(knob, old) : choice(knob);
      shown = signature;
      if (knob) update(knob);
    },
    /** What a hovered field means, while the cursor stands elsewhere. */
    explain: (words) => setText(means, words),
  };
}
