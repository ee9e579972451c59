/** The inspector: tabs Why · Describe · Events · YAML. Why is drawn here; the others are fragments of pages of their own. */
import { arrange, el, setAttr } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

export const TABS = ["why", "describe", "events", "yaml"];

const SNAPS = ["third", "two", "full"];
const HEIGHTS = [0.25, 0.44, 0.7]; // shares of the screen, as the style sheet has them
const FLING_PX_PER_MS = 0.5;
const SETTLE_MS = 150;
const SETTLE_PLAYING_MS = 400;

/** Where a sheet of this share of the screen comes to rest; a fling goes on to the next place. `speed` is downward. Pure. */
export function snapFor(share, speed = 0) {
  const distances = HEIGHTS.map((h) => Math.abs(h - share));
  const nearest = distances.indexOf(Math.min(...distances));
  if (Math.abs(speed) < FLING_PX_PER_MS) return SNAPS[nearest];
  const onward = speed < 0 ? HEIGHTS.findIndex((h) => h > share) : HEIGHTS.findLastIndex((h) => h < share);
  return SNAPS[onward < 0 ? (speed < 0 ? 2 : 0) : onward];
}

/** Address of the page of a pod or node and tab. Pure. */
export function pageUrl(run, chosen, tab, at) {
  if (chosen.node) return `/r/${run}/nodes/${encodeURIComponent(chosen.node)}/${tab}?at=${at}`;
  const [ns, name] = chosen.pod.split("/");
  return `/r/${run}/pods/${encodeURIComponent(ns)}/${encodeURIComponent(name)}/${tab}?at=${at}`;
}

export function createInspector({ root, app, run, clock, whyNow, onTab, onChoose, actionsNow }) {
  const links = new Map();
  let tab = "why";
  let shownUrl = "";
  let shownPage = "";
  let shownMarks = null;
  let barFor = "";
  let cancelLoad = null;
  let latest = null;

  const nav = el("nav.tabs", { "aria-label": t("ui.tab.label") }, ["why", "queue", ...TABS.slice(1)].map((name) => {
    const link = el(`a.tab-${name}`, {
      href: "#inspector",
      text: t(`ui.tab.${name}`),
      onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        show(name);
      },
    });
    links.set(name, link);
    return link;
  }));
  const closer = el("button.btn.ghost.ic.closer", { type: "button", "aria-label": t("ui.inspector.close"), onclick: () => setOpen(false) }, icon("cross"));
  const grab = el("button.grab", { type: "button", "aria-label": t("ui.sheet.size") }, el("span"));
  const body = el("div.insp", { id: "inspector-body", tabindex: "0", role: "region", "aria-label": t("ui.tab.label") });
  const bar = el("div.actbar");
  const openers = el("button.btn.ghost.opener", { type: "button", "aria-expanded": "false", "aria-controls": "inspector", onclick: () => setOpen(true) }, icon("menu"), t("ui.inspector.open"));
  root.append(grab, el("div.tabrow", null, nav, closer), body, bar);

  function setOpen(open) {
    app.classList.toggle("inspector-open", open);
    setAttr(openers, "aria-expanded", String(open));
  }

  function subject() {
    const { chosen, model } = latest;
    if (chosen.node || chosen.pod) return chosen;
    return model.last ? { pod: model.last.pod } : null;
  }

  /** What the Why of a pod is drawn from; null where it must be drawn anew each time. Values, so identity tells. */
  function whyMarks() {
    const { chosen, model, into, lit, chartsHere, marks = [] } = latest;
    if (chosen.node) return null;
    const key = chosen.pod ?? model.last?.pod ?? null;
    return [tab === "why", key, model.pods.get(key), model.decisions.get(key), model.last, model.pods.get(model.last?.pod), into, lit, chartsHere, ...marks];
  }

  /** Whether the Why can be drawn here: a snapshot holds the newest decisions, the page of a pod knows the older ones. */
  function remembered(target) {
    const { model, into } = latest;
    const pod = target && !target.node ? model.pods.get(target.pod) : null;
    const decided = Boolean(pod && (pod.attempts || pod.bound !== null));
    return !decided || Boolean(into) || model.decisions.has(target.pod) || model.last?.pod === target.pod;
  }

  /** The buttons change with what is chosen, not with every step; a new button would lose the focus. */
  function drawBar(target) {
    const buttons = actionsNow(target);
    const signature = `${target.pod}|${target.node}|${buttons.map((b) => b.textContent).join("|")}`;
    if (signature === barFor) return;
    barFor = signature;
    arrange(bar, buttons);
  }

  function refresh() {
    if (!latest) return;
    const target = subject();
    const at = latest.model.seq;
    for (const [name, link] of links) {
      const on = name === tab;
      setAttr(link, "aria-current", on ? "page" : null);
      if (name !== "queue" && target) setAttr(link, "href", pageUrl(run, target, name, at));
    }
    app.dataset.tab = tab;
    drawBar(target ?? {});
    bar.hidden = bar.childElementCount === 0;
    if ((tab === "why" && remembered(target)) || tab === "queue" || !target) {
      shownUrl = "";
      const marks = whyMarks();
      if (marks && shownMarks && marks.every((mark, i) => mark === shownMarks[i])) return;
      shownMarks = marks;
      const top = body.scrollTop;
      body.replaceChildren(...[...whyNow(), tab === "why" ? adviceFor(target) : null].flat().filter(Boolean));
      body.scrollTop = top;
      return;
    }
    shownMarks = null;
    const url = pageUrl(run, target, tab, at);
    if (url === shownUrl) return;
    shownUrl = url;
    cancelLoad?.();
    const page = url.split("?")[0];
    const settle = page === shownPage ? SETTLE_MS : 0; // another step of the same page: who scrubs passes many
    shownPage = page;
    cancelLoad = clock.timer(latest.playing ? SETTLE_PLAYING_MS : settle, () => load(url));
  }

  /** Everything in the way of a pod and what would make it fit: a page of its own, shown here when asked for. */
  function adviceFor(target) {
    const pod = target && !target.node && !latest.into ? latest.model.pods.get(target.pod) : null;
    if (!pod || pod.node) return null;
    const here = () => pageUrl(run, target, "advice", latest.model.seq);
    const shown = el("div", { "aria-live": "polite" });
    const opener = el("a.btn", {
      href: here(),
      text: t("ui.why.advice"),
      onclick: (event) => {
        opener.href = here();
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button || !globalThis.htmx) return;
        event.preventDefault();
        globalThis.htmx.ajax("GET", here(), { target: shown, swap: "innerHTML" }).catch(() => shown.replaceChildren(el("p.bad", { text: t("ui.inspector.failed") })));
      },
    });
    return el("section.ask-advice", null, opener, shown);
  }

  function load(url) {
    const { htmx } = globalThis;
    if (!htmx) {
      body.replaceChildren(el("p", null, el("a", { href: url, text: url })));
      return;
    }
    htmx.ajax("GET", url, { target: body, swap: "innerHTML" }).catch(() => {
      shownUrl = "";
      body.replaceChildren(el("p.bad", { text: t("ui.inspector.failed") }));
    });
  }
  body.addEventListener("htmx:responseError", () => body.replaceChildren(el("p.bad", { text: t("ui.inspector.failed") })));
  body.addEventListener("click", (event) => {
    const key = event.target.closest("[data-choose]")?.dataset.choose;
    if (key) onChoose({ pod: key });
  });

  function show(name) {
    tab = name;
    refresh();
    onTab(name);
  }

  // the sheet of the phone: a third, two thirds, full
  const setSheet = (size) => { app.dataset.sheet = size; };
  setSheet("third");
  let drag = null;
  const sheetPx = () => Math.max(0, app.getBoundingClientRect().bottom - body.getBoundingClientRect().top - (app.querySelector(".time")?.offsetHeight ?? 0));
  grab.addEventListener("pointerdown", (event) => {
    drag = { from: event.clientY, at: event.clientY, time: event.timeStamp, speed: 0, height: sheetPx(), moved: false };
    grab.setPointerCapture(event.pointerId);
  });
  grab.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dt = Math.max(1, event.timeStamp - drag.time);
    Object.assign(drag, { speed: (event.clientY - drag.at) / dt, at: event.clientY, time: event.timeStamp });
    if (!drag.moved && Math.abs(drag.at - drag.from) < 8) return;
    drag.moved = true;
    app.dataset.sheet = "two"; // the layout with nodes above; the height is the finger's
    app.style.setProperty("--sheet", `${Math.max(0, drag.height - (drag.at - drag.from))}px`);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    grab.addEventListener(kind, () => {
      if (!drag) return;
      const { moved, height, at, from, speed } = drag;
      drag = null;
      app.style.removeProperty("--sheet");
      if (!moved) return;
      setSheet(snapFor((height - (at - from)) / innerHeight, speed));
      grab.dataset.dragged = "1";
      clock.timer(0, () => { delete grab.dataset.dragged; }); // the click that may follow is the end of the drag
    });
  }
  grab.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    setSheet(SNAPS[Math.max(0, Math.min(2, SNAPS.indexOf(app.dataset.sheet) + by))]);
  });
  grab.addEventListener("click", () => {
    if (grab.dataset.dragged) {
      delete grab.dataset.dragged;
      return;
    }
    setSheet(SNAPS[(SNAPS.indexOf(app.dataset.sheet) + 1) % 3]);
  });

  return {
    opener: openers,
    /** view = {model, chosen, playing, into, lit, chartsHere} */
    render(view) {
      latest = view;
      refresh();
    },
    show,
    setTab(name) {
      if ([...TABS, "queue"].includes(name)) tab = name;
    },
    setOpen,
    get tab() {
      return tab;
    },
    setCount(n) {
      const link = links.get("queue");
      link.replaceChildren(t("ui.tab.queue"), el("span.tag", { text: String(n) }));
    },
  };
}
