/** The import page: the editor with problems at their lines, files into it, and the report as you type. */
import { createClock } from "../board/clock.js";
import { createCodeEditor } from "../editor/code-editor.js";
import { chooseFiles, isPacked, joinFiles, nameFiles, onDrop } from "./files.js";
import { createLint } from "../editor/lint.js";
import { createPlainEditor } from "../editor/plain-editor.js";
import { bindSubmission, leadTo } from "./submission.js";

/**
 * Files of moderate size are put into the editor, so that they can be looked at first; larger ones are sent as they
 * are.
 */
function bindFiles(form, page) {
  const input = nameFiles(form);
  const short = (files) => files.reduce((sum, file) => sum + file.size, 0) <= Number(form.dataset.lintLimit);
  const fits = (files) => short(files) && !files.some(isPacked);

  async function take(files) {
    if (!fits(files)) {
      chooseFiles(input, files);
      return;
    }
    const read = async (file) => ({ name: file.name, text: await file.text() });
    page.editor.set(joinFiles(await Promise.all(files.map(read))));
  }

  onDrop(document.getElementById("editor"), take);
  input.addEventListener("change", async () => {
    const files = [...input.files];
    if (!files.length || !fits(files)) return;
    await take(files);
    input.value = ""; // it is in the editor now, and must not be sent twice
  });
}

/** The better editor in place of the text field, which stays in the form and carries the text. */
async function upgrade(form, area, page, onChange) {
  const [place, labels] = [document.getElementById("editor"), document.querySelector("label[for=text]")];
  page.editor = await createCodeEditor({ area, place, labels, onChange });
  form.addEventListener("submit", () => {
    area.value = page.editor.get();
  });
  form.addEventListener("formdata", (event) => event.formData.set("text", page.editor.get()));
  globalThis.podium = { clock: page.clock, editor: page.editor.view };
}

function start(form, area, result) {
  const page = { clock: createClock(globalThis), editor: createPlainEditor(area) };
  const soon = createLint({ form, result, clock: page.clock, editor: () => page.editor });
  area.addEventListener("input", soon);
  for (const name of ["no_nodes", "release", "gates"]) form.elements[name].addEventListener("change", soon);
  result.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (!link) return;
    event.preventDefault();
    page.editor.goTo(Number(link.dataset.line), Number(link.dataset.col));
  });
  const refused = result.querySelector(".problems, .report:not(.empty)");
  if (refused) leadTo(result);
  bindFiles(form, page);
  bindSubmission({ form, result, clock: page.clock, editor: () => page.editor });
  upgrade(form, area, page, soon)
    .catch(() => {}) // the plain field does it all
    .finally(() => {
      if (refused && document.activeElement === result) leadTo(result); // the editor has moved it
      if (page.editor.get().trim()) soon();
    });
}

start(document.getElementById("import"), document.getElementById("text"), document.getElementById("check-result"));
