/** The editor of `apply -f -` and `edit`: a dialog with the editor of the import page, or the plain field. */

/** Resolves to the text that is to be sent, null when it is not. */
export function openEditor(dialog, text) {
  const [place, label, area] = ["[data-part=place]", "label", "textarea"].map((part) => dialog.querySelector(part));
  place.replaceChildren(area);
  area.hidden = false;
  area.value = text;
  let get = () => area.value;
  dialog.returnValue = "";
  dialog.showModal();
  import("../editor/code-editor.js")
    .then(({ createCodeEditor }) => createCodeEditor({ area, place, labels: label, onChange() {} }))
    .then((better) => {
      get = better.get;
      better.view.focus();
    })
    .catch(() => {}); // the plain field stays
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "send" ? get() : null), { once: true });
  });
}
