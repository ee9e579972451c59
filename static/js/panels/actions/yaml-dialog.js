/** The dialog of "Apply YAML": the editor of the import page, with templates to begin with. */
import { store } from "../../browser.js";
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";
import { TEMPLATES, withTemplate } from "./templates.js";

/** What the API server refuses of a living object can be its start: the run is played again with it. */
function recreate(manifest) {
  const link = document.getElementById("what-if");
  const onclick = () => {
    store("podium.recreate", manifest(), { tab: true });
    link.click();
  };
  return link ? button("btn.small.recreate", t("ui.act.recreate"), onclick) : null;
}

/** `createEditor` is that of the import page, or null: the plain field does it all. `text` stands there at first. */
export function askApply({ ask, createEditor, text = "" }) {
  const area = el("textarea", { name: "yaml", rows: 14, spellcheck: "false", "aria-label": "YAML" }, text);
  const label = el("span.sr", { text: "YAML" });
  const place = el("div.editor.apply-editor", null, area);
  const plain = {
    get: () => area.value,
    set: (value) => { area.value = value; },
    focus: () => area.focus(),
  };
  let editor = plain;

  function insert(yaml) {
    editor.set(withTemplate(editor.get(), yaml));
    editor.focus();
  }

  const words = t("ui.act.templates");
  const buttons = TEMPLATES.map(({ kind, yaml }) => button("btn.small", kind, () => insert(yaml)));
  ask({
    title: t("ui.act.apply_title"),
    submit: t("ui.act.apply"),
    wide: true,
    body: [
      el("p.small.ink2", { text: t("ui.act.apply_hint") }),
      el("div.templates", { role: "group", "aria-label": words }, el("span.small.ink2", { text: words }), buttons),
      label, place,
    ],
    make: () => ({ kind: "apply", yaml: editor.get() }),
    remedy: () => recreate(() => editor.get()),
  });
  createEditor?.({ area, place, labels: label, onChange() {} })
    .then((better) => {
      editor = { get: better.get, set: better.set, focus: () => better.view.focus() };
      better.view.focus();
    })
    .catch(() => {}); // the plain field stays
}
