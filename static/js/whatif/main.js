/** The page of the live manifest: a run's document, and beside it the run then and now. */
import { createClock } from "../board/clock.js";
import { button, setText } from "../el.js";
import { loadCatalogue, t } from "../i18n.js";
import { readJson } from "../net/http.js";
import { createCodeEditor } from "../editor/code-editor.js";
import { createAsker } from "./question.js";
import { createChips } from "./chips.js";
import { identity, linesOf, objectsOf, unquoted, valuesOf } from "./document/document.js";
import { createEditorTools, fieldIn, turned, writeValue } from "./editor-tools.js";
import { createHandles } from "./handles.js";
import { createInputList } from "./input-list.js";
import { createDraft } from "./draft.js";
import { createKnobPanel } from "./knob-panel.js";
import { LINKED_FIELDS, DEFAULTS, knobsOf } from "./document/knobs.js";
import { changedObjects, partsOf } from "./document/parts.js";
import { PROFILE } from "./document/plugins.js";
import { createView } from "./runs/view.js";
import { knobOf } from "./document/values.js";
import { withField } from "./document/new-field.js";

const ASK_AFTER_MS = 40; // of rest while somebody types or drags
const NOTHING = { kinds: {}, values: {}, flags: [], words: {}, plugins: {}, profile: "" };
const $ = (id) => document.getElementById(id);

/** What a field means: its own words, or those of the field around it. */
function wordsOf(field, schema) {
  if (!field) return "";
  const names = field.path.replace(/\[\d+\]/g, "").split(".");
  return schema.words[unquoted(field.value)] && field.key === "name" ? schema.words[unquoted(field.value)]
    : schema.words[field.key] ?? schema.words[names.at(-2)] ?? "";
}

/** What is wrong with the document, in one line that leads to the first problem. */
function tellProblems(place, problems, editor) {
  const [{ line, col, path, message }] = problems;
  const text = `${line}: ${path ? `${path}: ` : ""}${message}`;
  const go = button("link", null, () => editor.goTo(line, col), null, text);
  place.replaceChildren(t("ui.change.wrong", { n: problems.length }), " ", go);
}

/** The thing of the board under the pointer. */
function thingAt(target) {
  const { pod, then } = { ...target.closest("[data-pod], [data-then]")?.dataset };
  const node = target.closest("[data-node-card]")?.dataset.nodeCard;
  if (pod ?? then) return { pod: pod ?? then };
  return node ? { node } : null;
}

/** A page whose parts reach each other. */
function createPage(app) {
  const wish = new URLSearchParams(location.search);
  const clock = createClock(globalThis);
  const base = $("before").value;
  const page = { app, clock, wish, base, before: partsOf(base), schema: NOTHING, editor: null, field: null };
  const ids = ["zones", "queue", "chips", "services", "overlay", "changed", "time", "headline"];
  page.view = createView({
    roots: Object.fromEntries(ids.map((id) => [id, $(id)])), clock, second: Number(wish.get("t") ?? app.dataset.second),
    held: wish.has("t"), onChoose: (what) => choose(page, what), onDrawn: () => page.handles?.render(),
  });
  page.text = () => page.editor?.get() ?? $("document").value;
  return page;
}

/** The lines of the document that a pod or node comes from, or null. */
function linesOfThing(page, what) {
  const lines = page.text().split("\n");
  return linesOf(objectsOf(lines), lines, { ...what, view: viewOf(page, what) });
}

/** How a pod looks at some moment of the changed run, or null. */
function viewOf({ view }, { pod }) {
  const models = view.shown.now?.models ?? [];
  return pod ? models.map((model) => model.pods.get(pod)).find(Boolean) ?? null : null;
}

function choose(page, what) {
  const lines = linesOfThing(page, what);
  if (lines) page.editor?.lookAt(lines.from + 1, 1);
  page.view.choose(what);
  page.handles?.show(what);
}

/** Where a value of a thing stands in the document; it is written down first where it is missing. */
function lineOfKnob({ editor, text }, { object, path, value, list }) {
  const now = text();
  const written = value || list ? withField(now, object, path, value, list) : now;
  if (written === null) return null;
  if (written !== now) editor.insert(written);
  const lines = written.split("\n");
  const values = valuesOf(lines, objectsOf(lines).find((other) => identity(other) === identity(object)));
  return values.get(list ? `${path}[0].tolerationSeconds` : path)?.line ?? null;
}

function openKnob(page, it) {
  const line = lineOfKnob(page, it);
  if (line === null) return;
  page.editor.goTo(line + 1, 1);
  document.querySelector("#knob input, #knob button[aria-pressed=true]")?.focus();
}

/** The values of a thing with what they are now, as handles show them. */
function knobsWithValues(page, thing) {
  const lines = page.text().split("\n");
  return knobsOf(page.text(), { ...thing, view: viewOf(page, thing) }).map((it) => {
    const key = it.path.split(".").at(-1);
    const value = valuesOf(lines, it.object).get(it.path)?.value ?? it.value ?? "";
    return { ...it, of: thing.pod ?? thing.node, knob: knobOf({ path: it.path, key, value }, page.schema) };
  });
}

/** Handles on what is chosen, or on what is pointed at while nothing is. */
function joinHandles(page) {
  const { view, editor } = page;
  const elementOf = ({ pod, node }) => (node ? view.stage.cardOf(node)?.querySelector(".nodename")
    : view.stage.board.elementOf(pod) ?? document.querySelector(`[data-slot="${CSS.escape(pod)}"]`));
  page.handles = createHandles({
    layer: $("handles"), stage: document.querySelector(".whatif .stage"), elementOf,
    knobs: (thing) => knobsWithValues(page, thing),
    open: (it) => openKnob(page, it),
    turn(it, notches) {
      const line = lineOfKnob(page, it);
      const field = line === null ? null : fieldIn(editor.view.state, line, page.schema);
      if (field?.knob) writeValue(editor.view, field, turned(field.knob, notches), page.schema);
      page.handles.render();
    },
  });
}

/** Marks the thing on the board that a field belongs to. */
function lightThing({ view: { stage } }, field) {
  for (const element of document.querySelectorAll("[data-lit]")) element.removeAttribute("data-lit");
  if (!field) return;
  const { kind, ns, name } = field.object;
  const element = kind === "Node" ? stage.cardOf(name)
    : kind === "Pod" ? stage.board.elementOf(`${ns || "default"}/${name}`) : null;
  element?.setAttribute("data-lit", "");
}

/** The server plays the document; its answers are shown. */
function joinServer(page) {
  const { app, clock, view } = page;
  const status = $("told");
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;

  function onAnswer({ problems, comparison, was, now, same, inputs }) {
    if (was) view.takeBase(was);
    const marked = problems.map((problem) => ({ ...problem, severity: now ? problem.severity : "error" }));
    page.editor?.mark(marked);
    app.toggleAttribute("data-wrong", !now);
    if (now) {
      const steps = { at: now.frames.length, of: view.shown.was.frames.length };
      setText(status, now.broken ? t("ui.change.broken", steps) : "");
      page.inputs?.take(inputs);
      view.take(now, comparison, same);
    } else {
      tellProblems(status, problems, page.editor);
      view.keep();
    }
    app.dataset.played = String(Number(app.dataset.played ?? 0) + 1);
  }

  function onState(state) {
    app.dataset.state = state;
    const words = { busy: "ui.change.busy", lost: "ui.change.lost" }[state];
    if (words) setText(status, t(words));
  }
  page.ask = createAsker({ url: app.dataset.play, token, clock, onAnswer, onState });
}

/** To the first weight of the scheduler's profile, ready to be turned. */
function goToWeight({ editor, text }) {
  const lines = text().split("\n");
  const profile = objectsOf(lines).find(({ kind }) => kind === PROFILE);
  const weight = [...valuesOf(lines, profile)].find(([path]) => path.endsWith(".weight"));
  editor.goTo((weight?.[1].line ?? profile.from) + 1, 1);
  document.querySelector("#knob input")?.focus();
}

/** The editor, the value on its line, and the chips of its objects. */
async function joinEditor(page) {
  const { app, clock, base, view } = page;
  const area = $("document");
  const schema = () => page.schema;
  const knobs = createKnobPanel($("knob"), {
    onWrite(field, text) {
      const now = fieldIn(page.editor.view.state, field.line, page.schema);
      if (now) writeValue(page.editor.view, now, text, page.schema);
    },
    before: ({ object, path, key }) =>
      page.before.values.get(identity(object))?.get(path)?.value ?? DEFAULTS[key] ?? null,
  });
  const chips = createChips($("objects"), {
    onGo: (line) => page.editor.goTo(line + 1, 1),
    onProfile() {
      const text = `${page.text().trimEnd()}\n---\n${page.schema.profile}`;
      page.editor.insert(text);
      goToWeight(page);
    },
  });
  const draft = createDraft({
    app, base, source: area.value, text: page.text, second: () => view.second, clock,
    set: (text) => page.editor.set(text), tell: (words) => setText($("told"), words),
  });
  area.value = draft.start;

  page.inputs = createInputList($("inputs"), {
    text: page.text, write: (text) => page.editor.set(text), onGo: (line) => page.editor.goTo(line + 1, 1),
  });
  let later = null;
  page.changed = () => {
    const text = page.text();
    const differing = changedObjects(page.before, partsOf(text));
    chips(text, differing);
    page.inputs.render();
    setText($("count"), differing.size ? t("ui.change.changes", { n: differing.size }) : "");
    draft.changed(text);
    later?.();
    const { limit, tooLong } = app.dataset;
    const long = text.length > Number(limit);
    app.toggleAttribute("data-wrong", long);
    if (long) setText($("told"), tooLong);
    else later = clock.timer(ASK_AFTER_MS, () => page.ask(text));
  };
  page.onLine = (line) => {
    page.field = fieldIn(page.editor.view.state, line, page.schema);
    knobs.render(page.field, wordsOf(page.field, page.schema));
    lightThing(page, page.field);
  };
  page.tools = createEditorTools({
    schema, onLine: (line) => page.onLine(line),
    names() {
      const model = view.shown.now?.models.at(-1);
      return { nodes: [...(model?.nodes.keys() ?? [])], classes: [...(model?.classes.keys() ?? [])] };
    },
    onHover(line) {
      const field = line === null ? page.field : fieldIn(page.editor.view.state, line, page.schema);
      knobs.explain(wordsOf(field, page.schema));
      lightThing(page, field);
    },
  });
  page.editor = await createCodeEditor({
    area, place: $("editor"), labels: document.querySelector("label[for=document]"), onChange: () => page.changed(),
    more: page.tools.extensions,
  });
}

/** Pointing at the board lights the lines; a click in the queue chooses, as one on the board does. */
function joinPointer(page) {
  const { tools, editor, view } = page;
  for (const root of [$("zones"), $("queue"), $("changed")]) {
    root.addEventListener("pointerover", (event) => {
      const thing = thingAt(event.target);
      tools.light(editor.view, thing ? linesOfThing(page, thing) : null);
      if (thing && root !== $("changed") && !view.shown.chosen) page.handles.show(thing);
    });
    root.addEventListener("pointerleave", () => tools.light(editor.view, null));
  }
  $("queue").addEventListener("click", (event) => {
    const pod = event.target.closest("[data-pod]")?.dataset.pod;
    if (pod) choose(page, { pod });
  });
  for (const input of document.querySelectorAll("[name=mode]"))
    input.addEventListener("change", () => view.setMode(input.value));
  new ResizeObserver(() => {
    view.stage.board.relayout();
    view.draw();
  }).observe($("zones"));
}

/** Ctrl-Z and Ctrl-Y outside of the editor are meant for the document too: its list of inputs, its handles. */
function joinUndo({ editor }) {
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || target.closest(".cm-editor, textarea, input[type=text]")) return;
    const back = key.toLowerCase() === "z" && !shiftKey;
    if (!back && key.toLowerCase() !== "y" && key.toLowerCase() !== "z") return;
    event.preventDefault();
    editor[back ? "undo" : "redo"]();
  });
}

async function start(app) {
  await loadCatalogue();
  const page = createPage(app);
  joinServer(page);
  await joinEditor(page);
  joinHandles(page);
  joinPointer(page);
  joinUndo(page);
  page.changed();
  page.schema = await readJson(app.dataset.fields) ?? NOTHING; // without it completion and explanations are missing
  page.editor.view.dispatch({ userEvent: "known" });
  const [pod, node, object] = ["pod", "node", "object"].map((name) => page.wish.get(name));
  const lines = pod || node || object ? linesOfThing(page, { pod, node, object }) : null;
  if (lines) page.editor.goTo(lines.from + 1, 1);
  else page.onLine(0);
  const thing = pod ? { pod } : node ? { node } : null;
  const field = page.wish.get("field");
  const linked = thing && LINKED_FIELDS.includes(field);
  const knobs = linked ? knobsWithValues(page, thing).filter(({ name }) => name === field) : [];
  const knob = knobs[Number(page.wish.get("nth") ?? 1) - 1];
  if (knob) openKnob(page, knob);
  app.dataset.ready = "";
  const { clock, view, editor } = page;
  globalThis.podium = { clock, view, editor: editor.view };
}

const app = $("whatif");
if (app) start(app);
