/** The keys of the transport and what they do; the dialog of the help and the handler read the same table. */

/** The sizes of a step, in the order of their keys. */
export const SIZES = ["into", "act", "cycle", "event", "quiet"];

export const KEYS = [
  { keys: ["Space"], word: "ui.help.space", run: (a) => a.toggle() },
  { keys: ["ArrowRight"], show: ["→"], word: "ui.help.right", run: (a) => a.forward() },
  { keys: ["ArrowLeft"], show: ["←"], word: "ui.help.left", run: (a) => a.back() },
  { keys: [",", "."], word: "ui.help.comma", always: true, run: (a, key) => (key === "." ? a.forward() : a.back()) },
  { keys: ["Home"], word: "ui.help.home", run: (a) => a.start() },
  { keys: ["End"], word: "ui.help.end", run: (a) => a.end() },
  {
    keys: ["1", "2", "3", "4", "5"],
    word: "ui.help.sizes",
    always: true,
    run: (a, key) => a.size(SIZES[Number(key) - 1]),
  },
  { keys: ["-", "+"], word: "ui.help.speed", always: true, run: (a, key) => a.speed(key === "+" ? 1 : -1) },
  { keys: ["s"], word: "ui.help.share", always: true, run: (a) => a.share() },
  { keys: ["Ctrl+Z"], word: "ui.help.undo", run: null },
  { keys: ["Ctrl+Y"], word: "ui.help.redo", run: null },
  { keys: ["e"], word: "ui.help.change", always: true, run: (a) => a.change() },
  { keys: ["b"], word: "ui.help.until", always: true, run: (a) => a.until() },
  { keys: ["k"], word: "ui.help.console", always: true, run: (a) => a.console() },
  { keys: ["f"], word: "ui.help.find", always: true, run: (a) => a.time("open", "find") },
  { keys: ["n", "N"], word: "ui.help.next_hit", always: true, run: (a, key) => a.time("next", key === "n" ? 1 : -1) },
  { keys: ["m"], word: "ui.help.mark", always: true, run: (a) => a.time("open", "marks") },
  { keys: ["z", "Z", "0"], word: "ui.help.zoom", always: true, run: (a, key) => a.time("zoomBy", key) },
  { keys: ["[", "]"], word: "ui.help.brush", always: true, run: (a, key) => a.time("brushAt", key) },
  { keys: ["/"], word: "ui.help.search", always: true, run: (a) => a.search() },
  { keys: ["Ctrl+K"], word: "ui.help.palette", run: null },
  { keys: ["Shift+F10"], word: "ui.help.menu", run: null },
  { keys: ["Tab"], word: "ui.help.tab", run: null },
  { keys: ["Escape"], show: ["Esc"], word: "ui.help.escape", always: true, run: (a) => a.escape() },
  { keys: ["?"], word: "ui.help.this", always: true, run: (a) => a.help() },
];

/**
 * The entry for a key, or null. `inside` = the focus walks the board or the queue, where arrows and Space have their
 * own sense.
 */
export function keyAction(key, inside) {
  const name = key === " " ? "Space" : key === "=" ? "+" : key;
  const entry = KEYS.find((k) => k.keys.includes(name) && k.run);
  return entry && (entry.always || !inside) ? (actions) => entry.run(actions, name) : null;
}
