/** Reads the page's data, starts what it finds, and joins player, board and panels. */
import { createClock, SPEEDS } from "./board/clock.js";
import { createBoard } from "./board/board.js";
import { createQueue } from "./board/queue/queue.js";
import { createRail } from "./board/decision/rail.js";
import { createRoving } from "./board/keys.js";
import { createTravel } from "./board/travel.js";
import { createPlayer } from "./player/player.js";
import { createSocket, OTHER_VERSION } from "./net/socket.js";
import { createActions } from "./panels/actions/actions.js";
import { createFaults } from "./panels/faults/faults.js";
import { createEndings } from "./panels/termination/endings.js";
import { createInspector } from "./panels/inspector/inspector.js";
import { createNarration, intoMessage } from "./panels/transport/narration.js";
import { createShare, momentUrl } from "./panels/actions/share.js";
import { createTimeline } from "./panels/timeline/timeline.js";
import { createHelp, createTransport, keyAction } from "./panels/transport/transport.js";
import { nodeTroubles, podTroubles, tickCountdowns, troubleMarks } from "./panels/faults/stuck.js";
import { createSpreadStage } from "./panels/why/spread-stage.js";
import { el, setAttr } from "./el.js";
import { axisTime } from "./format.js";
import { icon } from "./icons.js";
import { loadCatalogue, say, t } from "./i18n.js";

const $ = (id) => document.getElementById(id);

function number(text) {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/** What the address asks for. */
function asked() {
  const query = new URLSearchParams(location.search);
  const pod = query.get("pod");
  const node = query.get("node");
  return { at: number(query.get("at")), into: number(query.get("into")), chosen: pod ? { pod } : node ? { node } : {}, tab: query.get("tab") ?? "why", until: query.get("until") };
}

/** On a phone what the top bar has no room for stands in a dialog; the elements themselves move there and back. */
function createMenu(button) {
  if (!button) return;
  const body = el("div.menu-body");
  const dialog = el("dialog.menu", { "aria-label": t("ui.act.menu") }, body, el("form.dlg-row", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") })));
  document.body.append(dialog);
  const homes = ["owner-tools", "themeform", "language"].map($).filter(Boolean).map((element) => ({ element, mark: document.createComment("menu") }));
  for (const { element, mark } of homes) element.before(mark);
  const back = () => { for (const { element, mark } of homes) mark.after(element); };
  dialog.addEventListener("close", back);
  dialog.addEventListener("click", (event) => { if (event.target.closest("button") && !event.target.closest("select")) dialog.close(); });
  button.addEventListener("click", () => {
    body.replaceChildren(el("a.btn", { href: "/", text: t("ui.menu.home") }), ...homes.map((h) => h.element));
    dialog.showModal();
  });
}

async function start(app) {
  const html = document.documentElement;
  await loadCatalogue(html.lang || "en", app.dataset.catalogue || html.dataset.catalogue);
  const clock = createClock(globalThis);
  const run = app.dataset.run;
  const first = asked();
  const wanted = { ...first, at: first.at ?? number(app.dataset.at) };
  let chosen = first.chosen.pod || first.chosen.node ? first.chosen : app.dataset.pod ? { pod: app.dataset.pod } : {};
  let lit = null;
  let endings = null;
  let pointer = false;

  const travel = createTravel({ overlay: $("overlay"), clock });
  const queue = createQueue($("queue"));
  const rail = createRail($("rail"));
  const board = createBoard({ zonesRoot: $("zones"), chipsRoot: $("chips"), queue, travel, clock, onChoose: choose });
  const player = createPlayer({ clock, initial: wanted, emit });
  const help = createHelp(document.body);

  const barActions = {
    help,
    setSpeed(value) {
      clock.speed = value;
      transport.render();
    },
    boardSize(size) {
      board.setSize(size);
      transport.render();
    },
    shownBoardSize: () => board.size,
  };
  const transport = createTransport($("time"), player, clock, barActions);
  const narration = createNarration($("time"));
  const timeline = createTimeline($("time"), player, clock, () => endings?.shown ?? null);

  const line = $("line");
  let hideLine = null;
  function tell(words, kind = "", lasting = false) {
    hideLine?.();
    line.className = `line ${kind}`;
    line.replaceChildren(el("span", { text: words }), ...(lasting && kind === "" ? [el("button.btn", { type: "button", text: t("ui.line.now"), onclick: () => socket.wake() })] : []));
    line.hidden = false;
    if (!lasting) hideLine = clock.timer(5000, () => { line.hidden = true; });
  }

  function fork() {
    const form = $("fork");
    form.querySelector("[name=at]").value = String(player.state.model?.seq ?? "");
    form.requestSubmit();
  }
  $("fork")?.addEventListener("submit", () => {
    $("fork").querySelector("[name=at]").value = String(player.state.model?.seq ?? "");
  });

  const actions = createActions({ host: document.body, player, fork, tell, more: () => ({ ...faults, pod: endings.behave.pod }) });
  const faults = createFaults({ host: document.body, player, actions });

  /** What is broken, how a pod ends, a node in need: what the Why shows beside its fragment. */
  function partsOf(subject) {
    const { model, run: mine } = player.state;
    const node = subject.node ? model.nodes.get(subject.node) : null;
    const broken = node ? nodeTroubles(node, model, faults, mine?.canAct) : podTroubles(subject.pod, model, clock.t, faults, mine?.canAct);
    for (const part of broken) tickCountdowns(part, clock.t);
    return endings.parts(broken, model, subject);
  }
  const inspector = createInspector({
    root: $("inspector"), app, run, clock, onChoose: choose, onLight: light, partsOf,
    stage: createSpreadStage($("zones").parentElement),
    words: [app.dataset.summary, app.dataset.question],
    actionsNow: (target) => (player.state.run ? actions.bar(player.state.model, target, player.state.run.canAct) : []),
    acts: () => player.state.acts,
    frameAfter: player.frameAfter,
    onTab: () => address(),
  });
  inspector.setTab(first.tab);
  $("rail").append(inspector.opener);
  endings = createEndings({
    stage: $("zones").parentElement, queueRoot: $("queue"), forkForm: $("fork"), player, board, actions, opener: inspector.opener, clock, onChoose: choose,
    onToggle() {
      board.renderState(view());
      panels();
    },
  });

  const boardKeys = createRoving($("zones"), ".nodename, .pod, .tp:not(.none)");
  const queueKeys = createRoving($("queue"), ".qi, .tombc");

  function moment() {
    const s = player.state;
    const at = s.model?.seq ?? 0;
    return { at, path: momentUrl(run, { at, into: s.into ? s.into.k : null, ...chosen, tab: inspector.tab }) };
  }
  const share = createShare({ button: $("share"), host: document.body, moment, edit: app.dataset.edit, tell(words, kind) {
    tell(words, kind);
    narration.announce(words);
  } });

  let addressed = "";
  let addressLater = null;
  function address() {
    if (!player.state.model) return;
    const { path } = moment();
    if (path === addressed || addressLater) return;
    // browsers allow 100 changes of the address in 30 s
    addressLater = clock.timer(player.state.playing ? 1000 : 60, () => {
      addressLater = null;
      const now = moment().path;
      if (now === addressed) return;
      addressed = now;
      history.replaceState(null, "", now);
    });
  }

  function view() {
    const s = player.state;
    return { model: s.model, now: clock.t, chosen, into: s.into, cyclePod: s.into?.decision.pod ?? null, litNodes: lit ? new Set(lit.nodes) : null };
  }

  function panels({ light: keepLight = false, fresh = false } = {}) {
    const s = player.state;
    if (!s.model) return;
    if (!keepLight) lit = null;
    rail.render(s.into?.decision ?? s.model.last, s.into ? s.into.stops[s.into.k] : null, s.model.scheduler?.running ?? true);
    endings.render(s.model, chosen, Boolean(s.run?.canAct));
    inspector.render({
      model: s.model, chosen, playing: s.playing, into: s.into, lit: lit?.reason ?? null, plain: board.plain, fresh,
      marks: [...troubleMarks(s.model), ...endings.marks(s.model), s.run?.canAct],
    });
    inspector.setCount(queue.count(s.model));
    timeline.render();
    transport.render();
    boardKeys.refresh();
    queueKeys.refresh();
    ownerTools();
    address();
  }

  function ownerTools() {
    const place = $("owner-tools");
    const s = player.state;
    const running = s.model?.scheduler?.running ?? true;
    const cuts = Boolean(s.model?.network?.cuts.length);
    const signature = `${s.run?.canAct}|${running}|${cuts}`;
    if (!place || place.dataset.for === signature) return;
    place.dataset.for = signature;
    board.apiTools.replaceChildren(...(s.run?.canAct && cuts ? [el("button.btn", { type: "button", text: t("ui.fault.heal_all"), onclick: faults.heal })] : []));
    place.replaceChildren(...(s.run?.canAct ? [
      el("button.btn", { type: "button", onclick: actions.toggleScheduler, "aria-label": t(running ? "ui.act.scheduler_stop" : "ui.act.scheduler_start"), title: t(running ? "ui.act.scheduler_stop" : "ui.act.scheduler_start") }, icon(running ? "pause" : "play"), el("span", { text: t(running ? "ui.act.scheduler_stop" : "ui.act.scheduler_start") })),
      el("button.btn", { type: "button", onclick: faults.openCluster, "aria-label": t("ui.fault.open"), title: t("ui.fault.open") }, icon("bolt"), el("span", { text: t("ui.fault.short") })),
      el("button.btn", { type: "button", onclick: actions.apply, "aria-label": t("ui.act.apply") }, icon("plus"), el("span", { text: t("ui.act.apply") })),
      ...(app.dataset.edit ? [el("button.btn", { type: "button", onclick: share.edit, "aria-label": t("ui.share.edit"), title: t("ui.share.edit_hint") }, icon("edit"), el("span", { text: t("ui.share.edit") }))] : []),
    ] : []));
  }

  function speak(frame, options) {
    if (frame) narration.say(frame.actor, frame.message ?? { id: "ui.say.start" }, options);
    else narration.say(null, { id: "ui.say.start" }, options);
  }

  function emit(kind, detail = {}) {
    const s = player.state;
    if (kind === "tick") {
      transport.tick();
      board.tick(clock.t);
      tickCountdowns($("inspector"), clock.t);
      endings.tick(clock.t);
      timeline.render();
      return;
    }
    if (kind === "gap") {
      narration.say(null, { id: "ui.say.gap", args: { time: axisTime(detail.next) } });
    } else if (kind === "frame") {
      board.renderFrame(view(), { ...detail, travel: detail.travel && !endings.shown });
      speak(detail.frame, { aloud: !s.playing || clock.speed <= 1 });
      panels();
    } else if (kind === "jump") {
      board.renderState(view(), { fade: detail.why !== "first" });
      speak(s.model.frame, { aloud: detail.why !== "first" });
      if (detail.why === "first") showFirst();
      panels({ fresh: true });
      if (detail.why === "first" && first.until === "term" && chosen.pod) endings.untilTerm(chosen.pod);
    } else if (kind === "into") {
      board.renderState(view());
      narration.say("scheduler", intoMessage(detail.into));
      panels();
      showJudged(detail.into);
    } else if (kind === "recall") {
      panels({ light: true });
    } else if (kind === "error") {
      tell(detail.message ? say(detail.message) : t("ui.error.other", { code: detail.code ?? "" }), "wrong");
      panels({ light: true });
    } else {
      if (detail.quiet && !s.playing) narration.say(null, { id: "ui.say.quiet" });
      else if (detail.end) narration.say(null, { id: "ui.say.end" });
      transport.render();
      timeline.render();
      ownerTools();
    }
  }

  /** The node that matters first: the chosen one, the one the pod stands on or is promised, the last decision's. */
  function showFirst() {
    const { model } = player.state;
    const pod = model.pods.get(chosen.pod ?? model.last?.pod);
    const name = chosen.node ?? pod?.node ?? pod?.nominated ?? [...model.pods.values()].find((p) => p.nominated && !p.node)?.nominated ?? model.nodes.keys().next().value;
    if (name) board.showNode(name);
  }

  function showJudged(into) {
    const { node } = into.stops[into.k];
    if (node) board.showNode(node);
  }

  function choose(what) {
    chosen = what;
    if (!player.state.model) return;
    board.renderState(view());
    inspector.setOpen(true);
    panels();
  }

  function light(group) {
    lit = group;
    board.renderState(view());
    panels({ light: true });
  }

  $("queue").addEventListener("click", (event) => {
    const key = event.target.closest("[data-pod]")?.dataset.pod;
    if (!key) return;
    choose({ pod: key });
    if (inspector.tab === "queue") inspector.show("why");
  });

  /* keys */
  const keyActions = {
    toggle: () => player.toggle(),
    forward: () => player.forward(),
    back: () => player.back(),
    start: () => player.seek(0),
    end: () => player.seek(player.state.head),
    size: (size) => player.setSize(size),
    speed: (by) => barActions.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(clock.speed) + by))]),
    share,
    help,
    escape() {
      if (app.classList.contains("inspector-open") && matchMedia("(max-width: 1199px)").matches) inspector.setOpen(false);
      else if (chosen.pod || chosen.node) choose({});
    },
  };
  document.addEventListener("pointerdown", () => { pointer = true; }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") pointer = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const focus = event.target;
    if (document.querySelector("dialog[open]")) return;
    if (focus.matches("input:not([type=radio]), textarea, select, [contenteditable]") && !(focus === timeline.range && [" ", ".", ",", "?"].includes(event.key))) return;
    const walking = !pointer && (boardKeys.contains(focus) || queueKeys.contains(focus));
    if (walking && ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      if (boardKeys.move(event.key) || queueKeys.move(event.key)) event.preventDefault();
      return;
    }
    // a focused control keeps its own keys: Space presses it, arrows move among radios
    const control = focus.matches("button, a, summary, input[type=radio]") && !pointer;
    if (control && (event.key === " " || (focus.matches("input[type=radio]") && event.key.startsWith("Arrow")))) return;
    const action = keyAction(event.key, walking);
    if (!action) return;
    event.preventDefault();
    travel.stop();
    action(keyActions);
  });

  addEventListener("popstate", () => {
    const want = asked();
    chosen = want.chosen;
    inspector.setTab(want.tab);
    if (want.at !== null && want.at !== player.state.model?.seq) player.seek(want.at);
    else if (player.state.model) {
      board.renderState(view());
      panels();
    }
  });

  /* size, theme, projector */
  const projector = $("projector");
  function setProjector(on) {
    html.classList.toggle("projector", on);
    setAttr(projector, "aria-pressed", String(on));
    try {
      localStorage.setItem("podium.projector", on ? "1" : "");
    } catch {
      // private windows may forbid storage; the size then lasts for this page
    }
    board.relayout();
    timeline.resize();
  }
  projector?.addEventListener("click", () => setProjector(!html.classList.contains("projector")));
  try {
    if (localStorage.getItem("podium.projector")) setProjector(true);
  } catch {
    // see above
  }
  createMenu($("menu"));
  $("language")?.querySelector("select")?.addEventListener("change", (event) => event.target.form.requestSubmit());
  new ResizeObserver(() => {
    board.relayout();
    timeline.resize();
    boardKeys.refresh();
    endings.relayout();
  }).observe($("zones"));

  /* line to the server */
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let wasLost = false;
  const socket = createSocket({
    url: new URL(app.dataset.socket, `${scheme}://${location.host}`).href,
    WebSocket: globalThis.WebSocket,
    after: clock.timer,
    hello: player.hello,
    onMessage: player.receive,
    onState(state, detail) {
      player.setLine(state);
      app.dataset.line = state;
      if (state === "lost") {
        wasLost = true;
        tell(t("ui.line.lost"), "", true);
      } else if (state === "gone") tell(t(detail.code === OTHER_VERSION ? "ui.line.version" : "ui.line.gone"), "wrong", true);
      else if (state === "open" && wasLost) {
        wasLost = false;
        tell(t("ui.line.back"), "good");
      }
    },
  });
  player.use(socket);
  addEventListener("online", () => socket.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) socket.wake();
  });
  globalThis.podium = { clock, player, board, socket, travel, inspector };
  socket.connect();
}

const app = document.getElementById("board");
if (app) start(app);
