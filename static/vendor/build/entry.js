// What podium uses of CodeMirror 6, by name, so that esbuild can leave the rest out.
export { Annotation, Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField, Text, Transaction } from "@codemirror/state";
export {
  Decoration, EditorView, ViewPlugin, WidgetType, crosshairCursor, drawSelection, dropCursor, gutter, GutterMarker,
  highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder,
  rectangularSelection, showPanel, tooltips,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore, redo, undo } from "@codemirror/commands";
export {
  HighlightStyle, bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
export { tags } from "@lezer/highlight";
export { yaml } from "@codemirror/lang-yaml";
export {
  closeLintPanel, diagnosticCount, forceLinting, forEachDiagnostic, lintGutter, lintKeymap, linter, nextDiagnostic,
  openLintPanel, previousDiagnostic, setDiagnostics,
} from "@codemirror/lint";
export { closeSearchPanel, highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completeFromList, completionKeymap } from "@codemirror/autocomplete";
