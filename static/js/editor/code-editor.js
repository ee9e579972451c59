/** CodeMirror in place of a text field for YAML: on the import page, and in the dialog that applies YAML. */
import { knows, loadCatalogue, t } from "../i18n.js";

/** CodeMirror's own English words, and the ids of ours. */
const PHRASES = {
  "Fold line": "ui.editor.fold", "Unfold line": "ui.editor.unfold", unfold: "ui.editor.unfold",
  Find: "ui.editor.find", next: "ui.editor.next", previous: "ui.editor.previous", all: "ui.editor.all",
  "match case": "ui.editor.case", regexp: "ui.editor.regexp", "by word": "ui.editor.word", close: "ui.editor.close",
};

/** What CodeMirror says, in the language of the page. */
async function phrases() {
  if (document.documentElement.lang === "en") return {};
  if (!knows("ui.editor.fold")) await loadCatalogue();
  return Object.fromEntries(Object.entries(PHRASES).map(([english, id]) => [english, t(id)]));
}

const coloursOf = (cm) =>
  cm.HighlightStyle.define([
    { tag: cm.tags.propertyName, color: "var(--accent)" },
    { tag: [cm.tags.definition(cm.tags.propertyName)], color: "var(--accent)" },
    { tag: [cm.tags.string, cm.tags.content], color: "var(--ink)" },
    { tag: [cm.tags.number, cm.tags.bool, cm.tags.null], color: "var(--ok)" },
    { tag: cm.tags.comment, color: "var(--ink-3)" },
    { tag: [cm.tags.meta, cm.tags.separator, cm.tags.punctuation], color: "var(--ink-2)" },
    { tag: [cm.tags.labelName, cm.tags.typeName], color: "var(--nom)" },
  ]);

const lookOf = (cm) =>
  cm.EditorView.theme({
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
    ".cm-placeholder": { color: "var(--ink-3)", whiteSpace: "pre-wrap" },
    ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
    ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
    ".cm-foldPlaceholder": { background: "var(--surface-3)", color: "var(--ink-2)", border: "none" },
  });

function extensionsOf(cm, { nonce, placeholder, label, describedBy, labels, onChange, more }) {
  return [
    ...more(cm),
    cm.EditorState.phrases.of(labels),
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
    cm.syntaxHighlighting(coloursOf(cm)),
    lookOf(cm),
    cm.placeholder(placeholder),
    cm.EditorView.contentAttributes.of({
      tabindex: "0", "aria-label": label, ...(describedBy ? { "aria-describedby": describedBy } : {}),
    }),
    cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.searchKeymap, ...cm.foldKeymap, ...cm.lintKeymap]),
    cm.EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange();
    }),
  ];
}

/**
 * Stands in `place` with the text of `area`, which carries it in the form: {get, set, undo, redo, insert,
 * mark, lookAt, goTo, view}.
 * `onChange()`: the text is another. `more(cm)`: further extensions, made of CodeMirror's module; they come first.
 */
export async function createCodeEditor({ area, place, labels, onChange, more = () => [] }) {
  const cm = await import("../../vendor/codemirror.js");
  const extensions = extensionsOf(cm, {
    nonce: document.querySelector("meta[name=csp-nonce]")?.content,
    placeholder: area.placeholder,
    label: labels.firstChild.textContent.trim(),
    describedBy: area.getAttribute("aria-describedby"),
    labels: await phrases(),
    onChange, more,
  });
  const view = new cm.EditorView({ parent: place, state: cm.EditorState.create({ doc: area.value, extensions }) });
  area.hidden = true;
  labels.addEventListener("click", () => view.focus());

  function at(line, column) {
    const { doc } = view.state;
    const row = doc.line(Math.min(Math.max(1, line), doc.lines));
    return Math.min(row.from + Math.max(0, column - 1), row.to);
  }

  function lookAt(line, column) {
    const anchor = at(line, column);
    view.dispatch({ selection: { anchor }, effects: cm.EditorView.scrollIntoView(anchor, { y: "center" }) });
  }

  function markOf({ line, col, severity, path, message, code }) {
    const from = at(line, col);
    const to = Math.max(from, view.state.doc.lineAt(from).to);
    return { from, to, severity, message: path ? `${path}: ${message}` : message, source: code };
  }

  return {
    view,
    get: () => view.state.doc.toString(),
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    },
    /** Takes the last change back, or gives it again; false where there is none. */
    undo: () => cm.undo(view),
    redo: () => cm.redo(view),
    mark(problems) {
      view.dispatch(cm.setDiagnostics(view.state, problems.map(markOf).sort((a, b) => a.from - b.from)));
    },
    /** Another text of which most is the same: only what differs is replaced, so that the cursor stays. */
    insert(text) {
      const old = view.state.doc.toString();
      let from = 0;
      while (from < Math.min(old.length, text.length) && old[from] === text[from]) from += 1;
      let [to, end] = [old.length, text.length];
      while (to > from && end > from && old[to - 1] === text[end - 1]) [to, end] = [to - 1, end - 1];
      view.dispatch({ changes: { from, to, insert: text.slice(from, end) } });
    },
    /** Shows a place, with the cursor there. */
    lookAt,
    /** The same, and the keys go there. */
    goTo(line, column) {
      lookAt(line, column);
      view.focus();
    },
  };
}
