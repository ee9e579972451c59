/** What the editor of YAML says, by id; words.js joins it to the rest. */
export const EDITOR_WORDS = {
  "ui.editor.fold": "Fold line",
  "ui.editor.unfold": "Unfold line",
  "ui.editor.find": "Find",
  "ui.editor.next": "next",
  "ui.editor.previous": "previous",
  "ui.editor.all": "all",
  "ui.editor.case": "match case",
  "ui.editor.regexp": "regexp",
  "ui.editor.word": "by word",
  "ui.editor.close": "close",
};
