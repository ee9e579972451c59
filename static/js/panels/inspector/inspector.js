/** The inspector: Why · Describe · Events · YAML of a pod, node or Service, each a fragment of its own page. */
import { arrange, button, el, setAttr, setText } from "../../el.js";
import { createHaste } from "../../board/motion.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { createSameStep } from "../why/same-step.js";
import { createStageCharts } from "../why/stage-charts.js";
import { hasPage, shownSubject, stopOf } from "../why/subject.js";
import { insideUrl, pageOf, pageUrl } from "./addresses.js";
import { createFragments } from "./fragments.js";
import { createPanel, markMoments, PANEL } from "./panel.js";
import { createTabs, opensElsewhere, tabOf } from "./tabs.js";
import { createWidth } from "./width.js";

const SETTLE_MS = 150; // another step of the same page: who scrubs passes many
const SETTLE_PLAYING_MS = 400;

/** What can be done with the subject; the buttons change with it, not with every step: a new button loses the focus. */
function createBar(actionsNow) {
  const element = el("div.actbar");
  let drawn = "";
  return {
    element,
    render(subject) {
      const buttons = actionsNow(subject ?? {});
      const meant = `${subject?.pod}|${subject?.node}|${subject?.service}`;
      const signature = `${meant}|${buttons.map((b) => b.textContent).join("|")}`;
      if (signature !== drawn) arrange(element, buttons);
      drawn = signature;
      element.hidden = element.childElementCount === 0;
    },
  };
}

/** The inspector as a drawer: what opens and closes it. */
function createDrawer(app, onOpen) {
  function setOpen(open) {
    app.classList.toggle("inspector-open", open);
    onOpen(open);
    setAttr(opener, "aria-expanded", String(open));
  }
  const closer = button("btn.ghost.ic.closer", null, () => setOpen(false), { "aria-label": t("ui.inspector.close") },
    icon("cross"));
  const opener = el("button.btn.ghost.opener", {
    type: "button", "aria-expanded": "false", "aria-controls": "inspector", onclick: () => setOpen(true),
  }, icon("menu"), el("span", { text: t("ui.inspector.open") }));
  return { opener, closer, setOpen };
}

/** Brings what was asked for into view, and the focus to its heading. */
function present(shown) {
  const heading = shown.querySelector("h2, p");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

/** Everything in the way of a pod and what would make it fit, below the link that asks for it. */
function advise(event, link, url, fragments) {
  link.href = url;
  if (opensElsewhere(event)) return;
  event.preventDefault();
  const shown = link.nextElementSibling;
  fragments.read("advice", url, (html) => {
    if (html === null) shown.replaceChildren(el("p.bad", { text: t("ui.inspector.failed") }));
    else {
      shown.innerHTML = html; // a page of this server, as the panel itself
      present(shown);
    }
  });
}

/** Puts the page at `url` into the panel after `wait` ms, unless it is there; `marks`: until then it looks old. */
function putPage({ panel, fragments, dress, marks }, url, wait) {
  const tell = () => setAttr(panel.element, "aria-busy", marks && url !== panel.url ? "true" : null);
  tell();
  if (url === panel.url) {
    fragments.drop("panel");
    return;
  }
  fragments.read("panel", url, (html, from) => {
    if (html === null) panel.failed(url);
    else panel.put(html, from);
    tell();
    dress();
  }, { wait });
}

/** Tells a screen reader whom the panel is about when that changes; while the run plays, the steps are told. */
function announce(live, view, tab, subject) {
  if (view.playing) return;
  const key = subject?.pod ?? subject?.service;
  const name = subject?.node ?? key?.slice(key.indexOf("/") + 1);
  setText(live, name ? t("ui.inspector.about", { tab: t(`ui.tab.${tab}`), name }) : "");
}

/** The address of what one step further will show, so that it is there at once; null: that cannot be known. */
function nextUrl({ run, view, frameAfter, isWhy }) {
  const { model, into, chosen, playing } = view;
  if (into) {
    const next = into.stops[into.k + 1];
    return next ? insideUrl(run, into.decision.pod, model.seq, next) : null;
  }
  const pod = playing && isWhy ? frameAfter(model.seq)?.decision?.pod : null;
  const meant = pod && !chosen.node && [undefined, pod].includes(chosen.pod);
  return meant ? pageUrl(run, { pod }, "why", model.seq + 1) : null;
}

function lookAhead({ fragments, ...shown }) {
  const url = nextUrl(shown);
  if (url && !fragments.has(url)) fragments.read("ahead", url, () => {});
  else fragments.drop("ahead");
}

/** Links of the pages in `root`: to advice, to a step, to a pod or a node. */
function bindLinks(root, { onAdvice, onSeek, onChoose }) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-advice]");
    if (link) onAdvice(event, link);
    const moment = event.target.closest("[data-seek]");
    if (moment && !opensElsewhere(event)) {
      event.preventDefault();
      onSeek(Number(moment.dataset.seek));
    }
    const chosen = event.target.closest("[data-choose], [data-choose-node]");
    if (!chosen || opensElsewhere(event)) return;
    event.preventDefault();
    const { choose, chooseNode } = chosen.dataset;
    onChoose(chooseNode ? { node: chooseNode } : { pod: choose });
  });
}

/**
 * `run()`: the run that is shown, `partsOf(subject)`: live parts of the Why, `acts()`: the timeline, `frameAfter(seq)`:
 * the next frame where it is at hand; `head()`: the newest step, `onSeek(seq)`: a step was chosen; `onOpen(open)`: the
 * drawer; `stage` takes the spread charts where there is space.
 */
export function createInspector({
  root, app, run, clock, stage, summary, partsOf, actionsNow, acts, head, frameAfter, onTab, onChoose, onLight, onSeek,
  onOpen,
}) {
  const fragments = createFragments({ now: clock.now, timer: clock.timer, target: PANEL });
  const panel = createPanel({ summary, partsOf, onLight, fragments });
  const bar = createBar(actionsNow);
  const drawer = createDrawer(app, onOpen);
  const tabs = createTabs({ run, onChoose: show });
  const steps = createSameStep();
  const charts = createStageCharts({ app, stage, fragments, whyUrl });
  const live = el("p.sr", { role: "status" });
  root.append(live, el("div.tabrow", null, tabs.element, drawer.closer), panel.element, panel.other, bar.element);
  createWidth({ app, root });
  let picked = "why";
  let tab = "why"; // what is wanted, as far as the subject has it
  let view = null;
  let scrubs = false;
  const hasty = createHaste(clock);

  /** Where the queue is a tab, the Why stays below it. */
  const isWhy = () => tab === "why" || tab === "queue";

  function whyUrl(subject) {
    const stop = stopOf(subject, view.into);
    if (stop) return insideUrl(run(), subject.pod, view.model.seq, stop);
    return pageUrl(run(), subject, "why", steps.of(subject, view.model, view.fresh));
  }

  /** A history is that of the whole run, so that it stays while one goes through it. */
  const stepOf = () => (tab === "history" ? head() : view.model.seq);

  function fill(subject) {
    const dress = () => {
      panel.dress(isWhy() ? subject : null, view);
      if (tab === "history") markMoments(panel.element, view.model.seq);
    };
    if (!subject || (isWhy() && !hasPage(subject, view.model, acts()))) {
      fragments.drop("panel");
      panel.nothing(subject);
      return dress();
    }
    const url = isWhy() ? whyUrl(subject) : pageUrl(run(), subject, tab, stepOf());
    const again = pageOf(url) === pageOf(panel.url);
    const wait = isWhy() ? (scrubs ? SETTLE_MS : 0) : view.playing ? SETTLE_PLAYING_MS : again ? SETTLE_MS : 0;
    if (again) dress();
    return putPage({ panel, fragments, dress, marks: isWhy() || !view.playing }, url, wait);
  }

  function refresh() {
    if (!view) return;
    const subject = shownSubject(view);
    tab = tabOf(picked, subject);
    tabs.render(tab, subject, view.model.seq);
    app.dataset.tab = tab;
    bar.render(subject);
    fill(subject);
    charts.render(view, acts());
    announce(live, view, tab, subject);
    lookAhead({ fragments, run: run(), view, frameAfter, isWhy: isWhy() });
  }

  function show(name) {
    picked = name;
    refresh();
    onTab(name);
  }

  bindLinks(root, {
    onAdvice: (event, link) =>
      advise(event, link, pageUrl(run(), shownSubject(view), "advice", view.model.seq), fragments),
    onSeek, onChoose,
  });

  return {
    opener: drawer.opener,
    panel: panel.element,
    setOpen: drawer.setOpen,
    setCount: tabs.setCount,
    show,
    setTab(name) {
      if (tabs.knows(name)) picked = name;
    },
    get tab() { return picked; },
    /** Whether all that is to be shown is there. */
    get still() { return !fragments.busy; },
    /** view = {model, chosen, picked, playing, into, lit, plain, marks, fresh}; `fresh`: not reached frame by frame. */
    render(next) {
      if (next.model.seq !== view?.model.seq) scrubs = next.fresh && !next.playing && hasty();
      view = next;
      refresh();
    },
  };
}
