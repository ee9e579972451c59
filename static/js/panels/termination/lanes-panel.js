/** The lanes of one pod's termination in the inspector, and what would happen were it otherwise, tried in a fork. */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { inputsFor, spanOf, wishes } from "../../board/termination/lanes.js";
import { createGrip } from "./grip.js";
import { createLaneChart } from "./lane-chart.js";
import { createWishForm } from "./wish-form.js";
import { furthest, knobsOf, wishOf, withKnob } from "./wish.js";

const ROOM = 1.25; // to the right of all there is, so that a handle can be drawn further

const signatureOf = ({ pod, term }) =>
  JSON.stringify([pod.uid, term.since, term.effectiveGraceSeconds, term.lanes, term.began]);

/** What a person may set of a termination that somebody asked for; of another, nothing. */
const knobsIn = ({ view: { term }, wish }) => (term.began ? knobsOf(term, wish, term.began.person) : []);

function drawTitle(title, section, { pod, term, rules }) {
  const [n, least] = [term.effectiveGraceSeconds, rules.minimumStopSeconds];
  const grace = t(n < least ? "ui.lanes.grace_least" : "ui.lanes.grace", { n, least });
  const words = t("ui.lanes.title", { pod: pod.name });
  setAttr(section, "aria-label", words);
  title.replaceChildren(words, " ", el("span.light", { text: grace }));
}

/** `fork(at, inputs, pod)` resolves to null, or to what was wrong, as text. */
export function createLanes({ fork }) {
  const title = el("h3");
  const chart = createLaneChart();
  const form = createWishForm({ onSubmit: submit, onReset: () => wishFor(wishOf(shown.view.term)), onType: type });
  const element = el("section.lanesec", null, title, chart.element, form.element);
  let shown = null; // {view, signature, wish, grips, elapsed, held}: `held` while a handle is drawn

  function submit() {
    const { pod, term } = shown.view;
    return fork(term.began.seq - 1, inputsFor(pod, term, shown.wish), pod.key);
  }

  const wishWith = (i, seconds) => withKnob(shown.view.term, shown.wish, knobsIn(shown)[i], seconds);

  function wishFor(wish) {
    shown.wish = wish;
    sync();
  }

  function type(i, seconds, input) {
    shown.wish = wishWith(i, seconds);
    redraw(input);
  }

  function drag(held) {
    shown.held = held;
    if (!held) redraw();
  }

  function gripOf(knob, i) {
    const onSet = (seconds) => wishFor(wishWith(i, seconds));
    return createGrip(knob, { secondAt: chart.secondAt, onDrag: drag, onSet });
  }

  function layout() {
    const { term, rules } = shown.view;
    const span = spanOf(term, furthest(shown.wish, knobsIn(shown))) * (term.began ? ROOM : 1);
    chart.draw(term, rules, span, shown.grips);
    chart.tick(shown.elapsed);
  }

  /** Handles, numbers and the question say what is wished. `typed`: the field that somebody types in just now. */
  function sync(typed = null) {
    const now = knobsIn(shown);
    shown.grips.forEach((grip, i) => grip.render(now[i], chart.span));
    form.render(now, wishes(shown.view.term, shown.wish), typed);
    chart.wish(shown.wish.grace);
  }

  function redraw(typed) {
    layout();
    if (shown.view.term.began) sync(typed);
  }

  function tick(now) {
    if (!shown) return;
    const elapsed = now - shown.view.term.since;
    if (elapsed === shown.elapsed) return;
    shown.elapsed = elapsed;
    chart.tick(elapsed);
  }

  /** Another termination: everything is made anew. */
  function show(view, signature) {
    const elapsed = view.now - view.term.since;
    shown = { view, signature, wish: wishOf(view.term), grips: [], elapsed, held: false };
    shown.grips = knobsIn(shown).map(gripOf);
    drawTitle(title, element, view);
    form.show(knobsIn(shown), view.term.began);
    redraw();
  }

  return {
    element, tick,
    /** The level of the heading, which depends on where the lanes stand. */
    level(number) {
      setAttr(title, "aria-level", String(number));
    },
    /** `view` = {pod, term, now, rules}. Returns the element. */
    render(view) {
      const focus = element.contains(document.activeElement) ? document.activeElement : null;
      if (focus) queueMicrotask(() => focus.focus({ preventScroll: true }));
      const signature = signatureOf(view);
      if (shown?.signature === signature) {
        shown.view.pod = view.pod;
        tick(view.now);
      } else if (!shown?.held) show({ ...view }, signature);
      return element;
    },
    /** The space has changed: words in bars may fit or not. */
    relayout() {
      if (shown && element.isConnected) redraw();
    },
  };
}
