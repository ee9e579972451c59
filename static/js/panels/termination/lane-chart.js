/**
 * The termination of one pod as a chart: a lane a container, the budget, the clock; and what if it were otherwise, in a
 * fork.
 */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import {
  goneAt,
  inputsFor,
  lanesOf,
  marksOf,
  MOST_SECONDS,
  spanOf,
  timesOf,
  wishes,
} from "../../board/termination/lanes.js";

const CHAR_PX = 6.6;
const ROOM = 1.25; // to the right of all there is, so that a handle can be drawn further

const seconds = (n) => String(Math.round(n * 10) / 10);
const percent = (share) => `${Math.max(0, Math.min(1, share)) * 100}%`;

/** How a lane ends, in words. */
function ending(lane) {
  if (!lane.end) return t("ui.lanes.no_end");
  const args = { seconds: seconds(lane.end.at), code: lane.end.code ?? "?" };
  return t(lane.end.kind === "exit" ? "ui.lanes.exits" : "ui.lanes.killed", args);
}

const WORD = { preStop: "preStop", waits: "ui.lanes.waits", SIGTERM: "SIGTERM" };
const word = (kind) => (WORD[kind]?.startsWith("ui.") ? t(WORD[kind]) : kind);

/** `fork(at, inputs)` resolves to null, or to what was wrong, as text. */
export function createLanes({ fork }) {
  const title = el("h3");
  const axis = el("div.lc-axis");
  const tracks = el("div.lc-lanes");
  const budget = el("i.lc-budget");
  const wanted = el("i.lc-wish", { hidden: true });
  const head = el("i.lc-head", { hidden: true });
  const chart = el("div.lc", null, axis, tracks, budget, wanted, head);
  const note = el("p.small.ink2");
  const fields = el("div.lc-fields");
  const question = el("p.lc-question", { "aria-live": "polite" });
  const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
  const go = el("button.btn.small.pri", { type: "submit" }, icon("fork"), t("ui.lanes.try"));
  const reset = el("button.btn.small", {
    type: "button",
    onclick: () => {
      wish = wishOf(state.term);
      sync();
    },
    text: t("ui.whatif.reset"),
  });
  const form = el("form.lc-form", { onsubmit: submit }, note, fields, question, wrong, el("div.row", null, go, reset));
  const more = el("details.lc-more", null, el("summary", { text: t("ui.lanes.what_if") }), form);
  const element = el("section.lanesec", null, title, chart, more);
  let state = null;
  let wish = null;
  let drawn = "";
  let span = 1;
  let bars = [];
  let grips = [];
  let inputs = [];
  let dragging = null;

  function wishOf(term) {
    return {
      grace: term.effectiveGraceSeconds,
      containers: Object.fromEntries(lanesOf(term).map((lane) => [lane.container, pickTimes(lane)])),
    };
  }
  function pickTimes(lane) {
    const { hook, exit } = timesOf(lane);
    return { ...(hook === null ? {} : { hook }), exit };
  }

  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    wrong.hidden = true;
    const said = await fork(state.began.seq - 1, inputsFor(state.pod, state.term, wish, state.began), state.pod.key);
    go.disabled = false;
    wrong.hidden = said === null;
    setText(wrong, said ?? "");
  }

  /* ---- what can be drawn and typed ---- */

  /** Every knob: {what, container, get, set, at(seconds) of the chart, base}. */
  function knobs() {
    const lanes = lanesOf(state.term);
    const out = state.began.person
      ? [
          {
            what: "grace",
            container: null,
            get: () => wish.grace,
            set: (n) => {
              wish.grace = n ?? state.term.effectiveGraceSeconds;
            },
            base: () => 0,
            row: axis,
          },
        ]
      : [];
    for (const lane of lanes) {
      const mine = wish.containers[lane.container];
      if (mine.hook !== undefined)
        out.push({
          what: "hook",
          container: lane.container,
          get: () => mine.hook,
          set: (n) => {
            mine.hook = n;
          },
          base: () => 0,
        });
      if (timesOf(lane).signalled !== null) {
        const shift = () =>
          timesOf(lane).signalled +
          (mine.hook === undefined || mine.hook === null ? 0 : mine.hook - timesOf(lane).hook);
        out.push({
          what: "exit",
          container: lane.container,
          get: () => mine.exit,
          set: (n) => {
            mine.exit = n;
          },
          base: shift,
          open: lane.end?.at ?? 0,
        });
      }
    }
    return out;
  }

  const label = (knob) => t(`ui.lanes.knob_${knob.what}`, { container: knob.container ?? "" });
  const clamp = (n) => Math.max(knobLeast, Math.min(MOST_SECONDS, Math.round(n)));
  const knobLeast = 0;

  function createGrip(knob) {
    const grip = el(`button.lc-grip.is-${knob.what}`, {
      type: "button",
      role: "slider",
      "aria-label": label(knob),
      "aria-valuemin": 0,
      "aria-valuemax": MOST_SECONDS,
      title: label(knob),
      onkeydown(event) {
        const now = knob.get() ?? Math.round(knob.open - knob.base());
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        knob.set(clamp(now + by));
        sync();
      },
      onpointerdown(event) {
        event.preventDefault();
        grip.focus({ preventScroll: true });
        const move = (e) => {
          const box = chart.getBoundingClientRect();
          knob.set(clamp(((e.clientX - box.left) / box.width) * span - knob.base()));
          sync();
        };
        const stop = () => {
          dragging = null;
          document.removeEventListener("pointermove", move);
          for (const kind of ["pointerup", "pointercancel"]) document.removeEventListener(kind, stop);
          layout();
          sync();
        };
        dragging = knob;
        document.addEventListener("pointermove", move);
        for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, stop);
      },
    });
    return { knob, element: grip };
  }

  function createField(knob) {
    const input = el("input.num", {
      type: "number",
      min: 0,
      max: MOST_SECONDS,
      step: "any",
      placeholder: knob.what === "exit" ? t("ui.lanes.never") : null,
      oninput() {
        if (!input.validity.valid) return;
        const typed = input.value.trim();
        if (typed === "" && knob.what !== "exit") return;
        knob.set(typed === "" ? null : Number(typed));
        layout();
        sync(input);
      },
    });
    return {
      knob,
      input,
      element: el("label.lc-field", null, el("span", { text: label(knob) }), input, el("span.dim", { text: "s" })),
    };
  }

  /* ---- drawing ---- */

  function wordsIn(bar) {
    const width = ((bar.to - bar.from) / span) * (chart.clientWidth || 350);
    const long = `${word(bar.kind)} ${seconds(bar.to - bar.from)} s`;
    if (long.length * CHAR_PX + 10 <= width) return long;
    return word(bar.kind).length * CHAR_PX + 8 <= width ? word(bar.kind) : "";
  }

  function layout() {
    const { term } = state;
    const far = Math.max(wish.grace ?? 0, ...knobs().map((knob) => (knob.get() ?? 0) + knob.base()));
    span = spanOf(term, far) * (state.began ? ROOM : 1);
    const marks = marksOf(span);
    arrange(axis, [
      ...marks.map((at) => el("span", { vars: { left: percent(at / span) }, text: at === 0 ? "0" : `${at} s` })),
      ...grips.filter((g) => g.knob.what === "grace").map((g) => g.element),
    ]);
    bars = [];
    arrange(tracks, lanesOf(term).map((lane) => {
      const track = el("div.lc-track", null, marks.map((at) => el("i.mk", { vars: { left: percent(at / span) } })));
      for (const bar of lane.bars) {
        if (bar.to <= bar.from && bar.kind !== "SIGTERM") continue;
        const past = el("i.past");
        const words = wordsIn(bar);
        track.append(
          el(
            `div.lc-bar.is-${bar.kind}`,
            {
              title: `${word(bar.kind)}, ${seconds(bar.from)}–${seconds(bar.to)} s${bar.outcome && bar.outcome !== "completed" ? `, ${bar.outcome}` : ""}`,
              vars: { left: percent(bar.from / span), width: percent((bar.to - bar.from) / span) },
            },
            past,
            words ? el("span", { text: words }) : null,
          ),
        );
        bars.push({ past, from: bar.from, to: bar.to, box: past.parentElement });
      }
      if (lane.end) track.append(el(`i.lc-end.is-${lane.end.kind}`, { vars: { left: percent(lane.end.at / span) } }));
      track.append(...grips.filter((g) => g.knob.container === lane.container).map((g) => g.element));
      const [mark, kind] = lane.end?.kind === "SIGKILL" ? ["cross", "bad"] : ["check", "ok"];
      return el("div.lc-lane", { "data-lane-of": lane.container }, el("div.lc-name", null, el("b", { text: lane.container }), lane.least ? el("span.tag.warn", { text: t("ui.lanes.least", { seconds: state.rules.minimumStopSeconds }) }) : null, el(`span.lc-says.${kind}`, null, icon(mark), ending(lane))), track);
    }));
    budget.style.setProperty("left", percent(term.effectiveGraceSeconds / span));
    tick(state.now, true);
  }

  /** Handles, numbers and the question say what is wished. `typed` = the field that somebody types in just now. */
  function sync(typed = null) {
    for (const { knob, element: grip } of grips) {
      const at = knob.get() === null ? knob.open : knob.base() + knob.get();
      grip.style.setProperty("left", percent(at / span));
      setAttr(grip, "aria-valuenow", knob.get() ?? MOST_SECONDS);
      setAttr(grip, "aria-valuetext", knob.get() === null ? t("ui.lanes.never") : t("ui.lanes.seconds", { n: Math.round(knob.get()), seconds: seconds(knob.get()) }));
    }
    for (const { knob, input } of inputs) if (input !== typed) input.value = knob.get() === null ? "" : seconds(knob.get());
    const asked = wishes(state.term, wish);
    wanted.hidden = wish.grace === state.term.effectiveGraceSeconds;
    wanted.style.setProperty("left", percent(wish.grace / span));
    setText(question, asked.length ? t("ui.lanes.question", { wishes: asked.map((w) => t(w.value === null ? "ui.lanes.wish_never" : `ui.lanes.wish_${w.what}`, { container: w.container ?? "", seconds: w.value === null ? "" : seconds(w.value) })) }) : t("ui.lanes.hint"));
    go.disabled = asked.length === 0;
    reset.disabled = asked.length === 0;
  }

  function tick(now, all = false) {
    if (!state) return;
    const elapsed = now - state.term.since;
    if (!all && elapsed === state.elapsed) return;
    state.now = now;
    state.elapsed = elapsed;
    for (const bar of bars) {
      const share = bar.to > bar.from ? (elapsed - bar.from) / (bar.to - bar.from) : elapsed >= bar.to ? 1 : 0;
      bar.past.style.setProperty("width", percent(share));
      bar.box.classList.toggle("todo", share < 1);
    }
    head.hidden = elapsed < 0 || elapsed > span || elapsed > goneAt(state.term) + 1;
    head.style.setProperty("left", percent(elapsed / span));
  }

  return {
    element,
    tick,
    /** `view` = {pod, term, began | null, now, rules}. Returns the element. */
    render(view) {
      const focus = element.contains(document.activeElement) ? document.activeElement : null;
      if (focus) queueMicrotask(() => focus.focus({ preventScroll: true }));
      const signature = JSON.stringify([view.pod.uid, view.term.since, view.term.effectiveGraceSeconds, view.term.steps, view.began]);
      if (signature === drawn) {
        state.pod = view.pod;
        tick(view.now);
        return element;
      }
      if (dragging) return element;
      drawn = signature;
      state = { ...view, elapsed: NaN };
      wish = wishOf(view.term);
      const { effectiveGraceSeconds: grace } = view.term;
      const least = view.rules.minimumStopSeconds;
      setAttr(element, "aria-label", t("ui.lanes.title", { pod: view.pod.name }));
      title.replaceChildren(t("ui.lanes.title", { pod: view.pod.name }), " ", el("span.light", { text: t(grace < least ? "ui.lanes.grace_least" : "ui.lanes.grace", { n: grace, least }) }));
      const all = view.began ? knobs() : [];
      grips = all.map(createGrip);
      inputs = all.map(createField);
      more.hidden = !view.began;
      more.open = Boolean(view.began?.person);
      setClass(chart, `lc${lanesOf(view.term).length > 3 ? " many" : ""}`);
      arrange(fields, inputs.map((field) => field.element));
      const notes = view.began && !view.began.person ? t("ui.lanes.not_yours") : "";
      setText(note, notes);
      note.hidden = notes === "";
      layout();
      if (view.began) sync();
      return element;
    },
    /** The room has changed: words in bars may fit or not. */
    relayout() {
      if (state && element.isConnected) {
        layout();
        if (state.began) sync();
      }
    },
  };
}
