/** The import page: the editor with problems at their lines, files into it, and the report as you type. */
import { createClock } from "../board/clock.js";
import { nameFiles, onDrop } from "./files.js";

const LINT_AFTER_MS = 450;

const clock = createClock(globalThis);
const form = document.getElementById("import");
const area = document.getElementById("text");
const result = document.getElementById("check-result");
const token = form.querySelector("[name=csrfmiddlewaretoken]").value;

/** A plain text field until the editor is there: {get, set, mark, goTo}. */
function plainEditor() {
  return {
    get: () => area.value,
    set(text) {
      area.value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    },
    mark() {},
    goTo(line) {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    },
  };
}

let editor = plainEditor();
let asked = 0;
let cancel = null;

/** Asks what is wrong with the text; answers that are overtaken by typing are dropped. */
async function check() {
  const mine = (asked += 1);
  const text = editor.get();
  if (text.length > Number(form.dataset.lintLimit)) return;
  result.classList.add("is-old");
  const query = form.elements.no_nodes.checked ? "?add_nodes=0" : "";
  let answer;
  try {
    const response = await fetch(form.dataset.lint + query, {
      method: "POST",
      headers: { "X-CSRFToken": token, "Content-Type": "text/plain" },
      body: text,
    });
    answer = await response.json();
  } catch {
    return; // the line is down; the text is checked again when it is sent
  }
  if (mine !== asked) return;
  result.classList.remove("is-old");
  editor.mark(answer.problems);
  if (text.trim() && answer.report) {
    const made = new DOMParser().parseFromString(answer.report, "text/html");
    result.replaceChildren(...made.body.childNodes);
  }
}

function soon() {
  cancel?.();
  cancel = clock.timer(LINT_AFTER_MS, check);
}

/** CodeMirror in place of the text field. The field stays in the form and carries the text. */
async function upgrade() {
  const cm = await import("../../vendor/codemirror.js");
  const nonce = document.querySelector("meta[name=csp-nonce]")?.content;
  const place = document.getElementById("editor");
  const words = document.querySelector("label[for=text]").firstChild.textContent.trim();
  const colours = cm.HighlightStyle.define([
    { tag: cm.tags.propertyName, color: "var(--accent)" },
    { tag: [cm.tags.definition(cm.tags.propertyName)], color: "var(--accent)" },
    { tag: [cm.tags.string, cm.tags.content], color: "var(--ink)" },
    { tag: [cm.tags.number, cm.tags.bool, cm.tags.null], color: "var(--ok)" },
    { tag: cm.tags.comment, color: "var(--ink-3)" },
    { tag: [cm.tags.meta, cm.tags.separator, cm.tags.punctuation], color: "var(--ink-2)" },
    { tag: [cm.tags.labelName, cm.tags.typeName], color: "var(--nom)" },
  ]);
  const look = cm.EditorView.theme({
    "&": { color: "var(--ink)", fontSize: "var(--f12)" },
    ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)", padding: "8px 0" },
    ".cm-scroller": { lineHeight: "1.55", fontFamily: "var(--mono)" },
    ".cm-gutters": { background: "var(--surface)", color: "var(--ink-3)", borderRight: "1px solid var(--line)" },
    ".cm-activeLine": { background: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
    ".cm-activeLineGutter": { background: "var(--accent-soft)", color: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
      background: "color-mix(in srgb, var(--accent) 30%, transparent)",
    },
    ".cm-tooltip, .cm-panels": {
      background: "var(--surface-2)",
      color: "var(--ink)",
      border: "1px solid var(--line-2)",
    },
    ".cm-placeholder": { color: "var(--ink-3)", whiteSpace: "normal" },
    ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
    ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
    ".cm-foldPlaceholder": { background: "var(--surface-3)", color: "var(--ink-2)", border: "none" },
  });
  const view = new cm.EditorView({
    parent: place,
    state: cm.EditorState.create({
      doc: area.value,
      extensions: [
        ...(nonce ? [cm.EditorView.cspNonce.of(nonce)] : []),
        cm.lineNumbers(),
        cm.foldGutter(),
        cm.lintGutter(),
        cm.history(),
        cm.drawSelection(),
        cm.bracketMatching(),
        cm.highlightActiveLine(),
        cm.highlightActiveLineGutter(),
        cm.highlightSelectionMatches(),
        cm.search({ top: true }),
        cm.indentUnit.of("  "),
        cm.yaml(),
        cm.syntaxHighlighting(colours),
        look,
        cm.placeholder(area.placeholder),
        cm.EditorView.contentAttributes.of({ tabindex: "0", "aria-label": words, "aria-describedby": "check-result" }),
        cm.keymap.of([
          ...cm.defaultKeymap,
          ...cm.historyKeymap,
          ...cm.searchKeymap,
          ...cm.foldKeymap,
          ...cm.lintKeymap,
        ]),
        cm.EditorView.updateListener.of((update) => {
          if (update.docChanged) soon();
        }),
      ],
    }),
  });
  area.hidden = true;
  document.querySelector("label[for=text]").addEventListener("click", () => view.focus());
  const at = (line, column) => {
    const found = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    return Math.min(found.from + Math.max(0, column - 1), found.to);
  };
  editor = {
    get: () => view.state.doc.toString(),
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    },
    mark(problems) {
      const marks = problems.map((problem) => {
        const from = at(problem.line, problem.col);
        const end = view.state.doc.lineAt(from).to;
        return {
          from,
          to: Math.max(from, end),
          severity: problem.severity,
          message: problem.path ? `${problem.path}: ${problem.message}` : problem.message,
          source: problem.code,
        };
      });
      view.dispatch(cm.setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
    },
    goTo(line, column) {
      view.dispatch({
        selection: { anchor: at(line, column) },
        effects: cm.EditorView.scrollIntoView(at(line, column), { y: "center" }),
      });
      view.focus();
    },
  };
  form.addEventListener("submit", () => {
    area.value = editor.get();
  });
  form.addEventListener("formdata", (event) => event.formData.set("text", editor.get()));
  globalThis.podium = { clock, editor: view };
}

area.addEventListener("input", soon);
form.elements.no_nodes.addEventListener("change", soon);
result.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  if (!link) return;
  event.preventDefault();
  editor.goTo(Number(link.dataset.line), Number(link.dataset.col));
});

/**
 * Files of moderate size are put into the editor, so that they can be looked at first; larger ones are sent as they
 * are.
 */
const input = nameFiles(form);
async function take(files) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > Number(form.dataset.lintLimit)) {
    const list = new DataTransfer();
    for (const file of files) list.items.add(file);
    input.files = list.files;
    input.dispatchEvent(new Event("change"));
    return;
  }
  const texts = await Promise.all(files.map((file) => file.text()));
  editor.set(texts.map((text) => text.replace(/^\uFEFF/, "").trimEnd()).join("\n---\n") + "\n");
}
onDrop(document.getElementById("editor"), take);
input.addEventListener("change", async () => {
  const files = [...input.files];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (!files.length || size > Number(form.dataset.lintLimit)) return;
  await take(files);
  input.value = ""; // it is in the editor now, and must not be sent twice
});

upgrade()
  .catch(() => {}) // the plain field does it all
  .finally(() => {
    if (editor.get().trim()) soon();
  });
