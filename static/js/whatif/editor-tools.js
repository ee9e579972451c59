/** What the editor of a run's document can do beyond text: scrub numbers, complete fields, light lines. */
import { fieldAt, lineOf, objectsOf } from "./document/document.js";
import { pluginKnob, turnedPlugin } from "./document/plugins.js";
import { scrubbed, toggled } from "../notches.js";
import { knobOf, written } from "./document/values.js";

const NOTCH_PX = 8;
const START_PX = 4;
const PAGE = 10; // notches with Shift

/** The lines of an editor's state, from 0. */
const linesIn = (state) => state.doc.toString().split("\n");

/** The field on a line of an editor, with its knob: {…fieldAt, knob, line} or null. */
export function fieldIn(state, line, schema) {
  const lines = linesIn(state);
  const field = fieldAt(lines, objectsOf(lines), line);
  return field ? { ...field, line, knob: knobOf(field, schema) } : null;
}

/** Writes another text in place of the value of a field; a plugin goes among those that are on, or off. */
export function writeValue(view, { line, from, value, knob, object, path }, text, schema) {
  if (pluginKnob(path)) {
    const old = view.state.doc.toString();
    const other = text === knob.value ? null : turnedPlugin(old, object, path, schema.plugins);
    if (!other) return;
    view.dispatch({ changes: { from: 0, to: old.length, insert: other.text }, userEvent: "input.scrub" });
    const { from: anchor } = view.state.doc.line(other.line + 1);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    return;
  }
  const start = view.state.doc.line(line + 1).from + from;
  const insert = written(value, text);
  if (insert === value) return;
  view.dispatch({ changes: { from: start, to: start + value.length, insert }, userEvent: "input.scrub" });
}

/** The text that a knob becomes some notches further on. */
export function turned(knob, notches) {
  return knob.kind === "number" ? scrubbed(knob, notches) : toggled(knob, Math.sign(notches));
}

/** Values on the lines in view that can be scrubbed or toggled, as marks. */
function knobMarks(cm, schema) {
  const of = {
    number: cm.Decoration.mark({ class: "cm-knob cm-scrub" }),
    choice: cm.Decoration.mark({ class: "cm-knob cm-toggle" }),
  };
  const isKnown = (transaction) => transaction.annotation(cm.Transaction.userEvent) === "known";
  function build(view) {
    const marks = [];
    const lines = linesIn(view.state);
    const objects = objectsOf(lines);
    for (const { from, to } of view.visibleRanges) {
      const last = view.state.doc.lineAt(to).number;
      for (let n = view.state.doc.lineAt(from).number; n <= last; n += 1) {
        if (!lineOf(lines[n - 1])?.key) continue;
        const field = fieldAt(lines, objects, n - 1);
        const knob = field ? knobOf(field, schema()) : null;
        if (!knob) continue;
        const start = view.state.doc.line(n).from + field.from;
        marks.push(of[knob.kind].range(start, start + field.value.length));
      }
    }
    return cm.Decoration.set(marks, true);
  }
  return cm.ViewPlugin.fromClass(class {
    constructor(view) {
      this.decorations = build(view);
    }
    update(update) {
      if (update.docChanged || update.viewportChanged || update.transactions.some(isKnown))
        this.decorations = build(update.view);
    }
  }, { decorations: (plugin) => plugin.decorations });
}

/** Dragging a number changes it; a click puts the cursor there as everywhere. */
function dragging(cm, schema, host) {
  return cm.EditorView.domEventHandlers({
    mousedown(event, view) {
      const target = event.target.closest?.(".cm-scrub");
      if (!target || event.button !== 0 || event.shiftKey) return false;
      const at = view.posAtDOM(target);
      const line = view.state.doc.lineAt(at).number - 1;
      const field = fieldIn(view.state, line, schema());
      if (field?.knob?.kind !== "number") return false;
      let moved = false;
      const move = (to) => {
        const by = to.clientX - event.clientX;
        if (!moved && Math.abs(by) < START_PX) return;
        moved = true;
        const now = fieldIn(view.state, line, schema());
        if (now) writeValue(view, now, scrubbed(field.knob, Math.round(by / NOTCH_PX)), schema());
      };
      const up = (to) => {
        host.removeEventListener("mousemove", move);
        host.removeEventListener("mouseup", up);
        const anchor = view.posAtCoords({ x: to.clientX, y: to.clientY }) ?? at;
        if (!moved) view.dispatch({ selection: { anchor } });
        view.focus();
      };
      host.addEventListener("mousemove", move);
      host.addEventListener("mouseup", up);
      view.dispatch({ selection: { anchor: at } });
      event.preventDefault();
      return true;
    },
  });
}

/** Alt with an arrow turns the value on the cursor's line; elsewhere the keys keep their sense. */
function turning(cm, schema) {
  const turn = (notches) => (view) => {
    const field = fieldIn(view.state, view.state.doc.lineAt(view.state.selection.main.head).number - 1, schema());
    if (!field?.knob) return false;
    writeValue(view, field, turned(field.knob, notches), schema());
    return true;
  };
  return cm.Prec.highest(cm.keymap.of([
    { key: "Alt-ArrowUp", run: turn(1), shift: turn(PAGE) },
    { key: "Alt-ArrowDown", run: turn(-1), shift: turn(-PAGE) },
  ]));
}

/** The fields below a path of a kind, as the server knows them. */
function below(tree, path) {
  let here = tree ?? {};
  for (const name of path) here = here[name] ?? here["*"] ?? {};
  return here;
}

/** Names of fields where a key stands, values behind it. `names()` = {nodes, classes} of the board. */
function completing(cm, schema, names) {
  function source(context) {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const [, key] = /^[\s-]*([A-Za-z]*)$/.exec(before) ?? [];
    const lines = linesIn(context.state);
    const objects = objectsOf(lines);
    const at = line.number - 1;
    if (key !== undefined) {
      if (!key && !context.explicit) return null;
      lines[at] = `${before.slice(0, before.length - key.length)}x:`;
      const field = fieldAt(lines, objects, at);
      if (!field) return null;
      const parents = field.path.replace(/\[\d+\]/g, "").split(".").slice(0, -1);
      const fields = Object.entries(below(schema().kinds[field.object.kind], parents));
      const options = fields.filter(([name]) => name !== "*").map(([name, inner]) => ({
        label: name, type: "property", info: schema().words[name],
        apply: Object.keys(inner).length ? `${name}:` : `${name}: `,
      }));
      return options.length ? { from: context.pos - key.length, options } : null;
    }
    const field = fieldAt(lines, objects, at);
    const typed = /[\w./-]*$/.exec(before)[0];
    if (!field?.key || (!typed && !context.explicit && !/:\s$/.test(before))) return null;
    const knob = knobOf({ ...field, value: field.value || "x" }, schema());
    const of = { nodeName: names().nodes, node: names().nodes, priorityClassName: names().classes };
    const plugins = /\.(enabled|disabled)\[\d+\]\.name$/.test(field.path) ? Object.keys(schema().plugins) : null;
    const values = plugins ?? (knob?.kind === "choice" ? knob.values : of[field.key] ?? []);
    const options = values.map((label) => ({ label, type: "enum", info: schema().words[label] }));
    return options.length ? { from: context.pos - typed.length, options } : null;
  }
  return [cm.autocompletion({ override: [source], icons: false }), cm.keymap.of(cm.completionKeymap)];
}

/** Lines that are lit because their object is pointed at on the board. */
function lighting(cm) {
  const effect = cm.StateEffect.define();
  const mark = cm.Decoration.line({ class: "cm-lit" });
  const field = cm.StateField.define({
    create: () => cm.Decoration.none,
    update(marks, transaction) {
      const lit = transaction.effects.find((change) => change.is(effect));
      if (!lit) return marks.map(transaction.changes);
      const { doc } = transaction.state;
      const { from, to } = lit.value ?? { from: 0, to: 0 };
      const ranges = [];
      for (let n = from + 1; n <= Math.min(to, doc.lines); n += 1) ranges.push(mark.range(doc.line(n).from));
      return cm.Decoration.set(ranges);
    },
    provide: (its) => cm.EditorView.decorations.from(its),
  });
  return { field, effect };
}

/**
 * Extensions for `createCodeEditor`, and what they let one do afterwards. `schema()` = {kinds, values, flags, words} of
 * the server, `onLine(line)` the cursor's line from 0, `onHover(line | null)` the pointer's.
 */
export function createEditorTools({ schema, names, onLine, onHover, host = globalThis.document }) {
  let light = null;
  const extensions = (cm) => {
    light = lighting(cm);
    return [
      light.field, knobMarks(cm, schema), dragging(cm, schema, host), turning(cm, schema),
      ...completing(cm, schema, names),
      cm.EditorView.updateListener.of(({ selectionSet, docChanged, state }) => {
        if (selectionSet || docChanged) onLine(state.doc.lineAt(state.selection.main.head).number - 1);
      }),
      cm.EditorView.domEventHandlers({
        mousemove(event, view) {
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          onHover(at === null ? null : view.state.doc.lineAt(at).number - 1);
        },
        mouseleave: () => onHover(null),
      }),
    ];
  };
  return {
    extensions,
    /** Lights lines `from` … `to` (excluded), or none with null. */
    light: (view, lines) => view.dispatch({ effects: light.effect.of(lines) }),
  };
}
