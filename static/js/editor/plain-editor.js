/** The text field of the import page as an editor: {get, set, mark, goTo}. */
export function createPlainEditor(area) {
  return {
    get: () => area.value,
    set(text) {
      area.value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    },
    mark() {},
    goTo(line) {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    },
  };
}
