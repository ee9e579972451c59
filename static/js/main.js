/** Reads the page's data, starts what it finds, and joins player, board and panels. */
import { asked, createAddress, number } from "./app/address.js";
import { createEvents } from "./app/events.js";
import { createLaterHands } from "./app/hands.js";
import { joinConsole } from "./app/join-console.js";
import { joinTime, joinTools, joinWaits } from "./app/join-time.js";
import { bindKeyboard } from "./app/keyboard.js";
import { bindUndo } from "./app/later-undo.js";
import { createMenu } from "./app/menu.js";
import { createMessageLine } from "./app/message-line.js";
import { createOpening } from "./app/opening.js";
import { createOwnerTools } from "./app/owner-tools.js";
import { bindProjector } from "./app/projector.js";
import { chartsCome, endingPods, hasCharts, roomBelow, roomsOf, truthsFill } from "./app/rooms.js";
import { createServerLine } from "./app/server-line.js";
import { bindSkips } from "./app/skips.js";
import { createStory } from "./app/story.js";
import { createBoard } from "./board/board.js";
import { createClock, SPEEDS } from "./board/clock.js";
import { createRail } from "./board/decision/rail.js";
import { createRoving } from "./board/keys.js";
import { isNarrow } from "./board/layout/room.js";
import { createQueue } from "./board/queue/queue.js";
import { createTravel } from "./board/travel.js";
import { loadCatalogue, say } from "./i18n.js";
import { createActions } from "./panels/actions/actions.js";
import { createShare, keepMoment, momentUrl } from "./panels/actions/share.js";
import { createFaults } from "./panels/faults/faults.js";
import { createLaterTroubles } from "./panels/faults/later-troubles.js";
import { createInspector } from "./panels/inspector/inspector.js";
import { createEndings } from "./panels/termination/endings.js";
import { createLaterSearch } from "./panels/search/later-search.js";
import { createSpreadStage } from "./panels/why/spread-stage.js";
import { decisionOf } from "./panels/why/subject.js";
import { meant } from "./panels/why/subject.js";
import { createPlayer } from "./player/player.js";

const $ = (id) => document.getElementById(id);

/** The pod or node that the scenario is about. */
function heroOf({ heroPod: pod, heroNode: node }) {
  return pod ? { pod } : node ? { node } : {};
}

/** A form that is about the step that is shown, as a fork is. Returns a function that sends it. */
function bindForm(form, player) {
  const fill = () => {
    const at = form.querySelector("[name=at]");
    if (at) at.value = String(player.state.model?.seq ?? "");
  };
  form?.addEventListener("submit", fill);
  return function send() {
    fill();
    form.requestSubmit();
  };
}

/** What is said of a frame. */
const textOf = (frame) => (frame.message ? say(frame.message) : "");

/** Everything on the page, joined; parts reach each other through it. */
function createPage(app) {
  const wish = asked();
  const clock = createClock(globalThis);
  const page = {
    app, clock, chosen: wish.chosen, hero: heroOf(app.dataset), lit: null, until: wish.until, fits: wish.fits, wish,
    /** The run that is shown. Where frames come from may change it. */
    get run() {
      return page.player.state.run?.id ?? app.dataset.run;
    },
  };
  const emit = createEvents(page);
  const initial = { ...wish, at: wish.at ?? number(app.dataset.at) };
  page.player = createPlayer({ clock, emit, initial, textOf, told: app.dataset.moves === "told" });
  page.travel = createTravel({ overlay: $("overlay"), clock });
  page.queue = createQueue($("queue"));
  page.rail = createRail($("rail"));
  page.inspectorRoot = $("inspector");
  page.boardRoot = $("zones");
  page.board = createBoard({
    zonesRoot: $("zones"), chipsRoot: $("chips"), servicesRoot: $("services"), overlay: $("overlay"), queue: page.queue,
    travel: page.travel, clock,
    onChoose: (what) => choose(page, what), later: (module) => page.actions.later(module),
    elsewhere: (what) => besideBoard(page, what),
    onDrawn() {
      page.search.mark();
      for (const keys of page.roving) keys.refresh();
    },
  });
  page.tell = createMessageLine({ element: $("line"), clock, onNow: () => page.socket.wake() });
  page.story = createStory($("story"));
  page.opening = createOpening($("zones"));
  page.view = () => viewOf(page);
  page.choose = (what) => choose(page, what);
  page.panels = (options) => renderPanels(page, options);
  page.tab = wish.tab;
  return page;
}

/** Where a pod or node stands beside the board: on the page of a node under pressure, or behind the queue's tab. */
function besideBoard({ endings, queue, inspectorRoot }, what) {
  const tab = what.pod && queue.element(what.pod) ? inspectorRoot.querySelector(".tab-queue") : null;
  return [endings?.place(what), tab];
}

/** What the board shows: the state, the cursor within a decision, what is chosen and lit. */
function viewOf({ player, clock, chosen: wanted, hero, lit, overview }) {
  const { model, into, acts } = player.state;
  const chosen = meant({ chosen: wanted, hero, model, into, acts });
  const litNodes = lit ? new Set(lit.nodes) : null;
  const charted = hasCharts({ acts, model, hero: hero.pod });
  const below = roomBelow({ acts, model, hero: hero.pod ?? chosen.pod ?? null, charted });
  const cyclePod = into?.decision.pod ?? null;
  return { model, now: clock.t, chosen, into, cyclePod, litNodes, overview, below, charted };
}

function makeRoom({ classList }, { cycles, column, quiet }) {
  classList.toggle("no-cycles", !cycles);
  classList.toggle("no-queue", !column);
  classList.toggle("quiet", quiet);
}

function renderPanels(page, { light: keepLight = false, fresh = false } = {}) {
  const { endings, inspector } = page;
  const { model, into, playing, run } = page.player.state;
  if (!model) return;
  const { chosen } = page.view();
  if (!keepLight) page.lit = null;
  const running = model.scheduler?.running ?? true;
  const names = model.rules.extensionPoints;
  makeRoom(page.app, roomsOf({ acts: page.player.state.acts, model, canAct: Boolean(run?.canAct) }));
  page.rail.render(into?.decision ?? model.last, into ? into.stops[into.k] : null, { names, running });
  const charts = Boolean(chosen.pod && decisionOf({ pod: chosen.pod }, model, into)?.spreads);
  const hero = chosen.node ? null : page.hero.pod;
  const plain = page.board.plain && !truthsFill(model);
  const ends = endingPods({ acts: page.player.state.acts, model, hero });
  endings.render(model, chosen, { canAct: Boolean(run?.canAct), charts, hero, plain, ends });
  page.board.point(); // a node's page may have come in place of the board
  inspector.render({
    model, chosen, wanted: page.chosen, playing, into, lit: page.lit?.reason ?? null, plain, fresh,
    chartsCome: !endings.shown && chartsCome({ acts: page.player.state.acts, model, hero: page.hero.pod }),
    charted: !endings.shown && hasCharts({ acts: page.player.state.acts, model, hero: page.hero.pod }),
    marks: [...page.troubles.marks(model), ...endings.marks(model), run?.canAct],
  });
  inspector.setCount(page.queue.count(model));
  page.story.render(page.player.state);
  page.time?.render();
  page.timeline.render();
  page.transport.render();
  page.ownerTools();
  page.search.render();
  page.followAddress();
  page.lesson?.render();
  page.player.watched?.render();
  for (const keys of page.roving) keys.refresh(); // last: they ask for styles
}

/** State and panels anew, as they are. */
function redraw(page, options) {
  page.board.renderState(page.view());
  page.panels(options);
}

function choose(page, what) {
  if (page.lesson?.pick(what) || page.picking?.(what)) return;
  page.chosen = what;
  if (!page.player.state.model) return;
  page.board.renderState(page.view());
  page.inspector.setOpen(true);
  page.panels();
}

function light(page, group) {
  page.lit = group;
  redraw(page, { light: true });
}

/** What is broken, how a pod ends, a node in need: what the Why shows beside its fragment. */
function partsOf(page, subject) {
  const { model, run } = page.player.state;
  if (subject.service) return { lead: [], after: [], alone: false };
  return page.endings.parts(page.troubles.of(subject, model, page.clock.t, run?.canAct), model, subject);
}

/** What a person does in the run, and the panels that speak of it. */
function joinPanels(page) {
  const { app, clock, player, board } = page;
  const run = () => page.run;
  const stage = $("zones").parentElement;
  const onChoose = (what) => choose(page, what);
  page.actions = createActions({
    host: document.body, player, fork: bindForm($("fork"), player), tell: page.tell,
    createEditor: async (field) => (await import("./pages/code-editor.js")).createCodeEditor(field),
    more: () => ({ ...page.faults, pod: page.endings.behave.pod, all: page.hands.button }),
  });
  const { actions } = page;
  page.faults = createFaults({ host: document.body, player, actions, run });
  page.troubles = createLaterTroubles({ faults: page.faults, later: actions.later, onCome: () => redraw(page) });
  page.inspector = createInspector({
    root: page.inspectorRoot, app, run, clock, onChoose,
    onLight: (group) => light(page, group),
    partsOf: (subject) => partsOf(page, subject),
    stage: createSpreadStage(stage),
    summary: app.dataset.summary,
    actionsNow: (target) => (player.state.run ? actions.bar(player.state.model, target, player.state.run.canAct) : []),
    acts: () => player.state.acts,
    head: () => player.state.head,
    onSeek: (seq) => player.seek(seq),
    frameAfter: player.frameAfter,
    onTab: () => page.followAddress(),
  });
  page.inspector.setTab(page.tab);
  $("rail").append(page.inspector.opener);
  page.endings = createEndings({
    stage, queueRoot: $("queue"), forkForm: $("fork"), player, board, actions, opener: page.inspector.opener, clock,
    onChoose, onToggle: () => redraw(page),
  });
}

/** The palette and the menus of things. */
function joinHands(page) {
  const { player, clock } = page;
  const chosen = () => {
    const { pod, node, service } = { ...page.chosen };
    const kind = pod ? "Pod" : node ? "Node" : service ? "Service" : null;
    return kind ? { kind, key: pod ?? node ?? service } : null;
  };
  const views = () => ({
    change: $("what-if") ? page.change : null, yaml: () => page.actions.apply(), keys: page.help,
    search: () => page.search.focus(), share: $("share") ? page.share : null, until: page.playUntil,
    toggle: () => player.toggle(), start: () => player.seek(0), end: () => player.seek(player.state.head),
    undo: page.undo ? () => page.undo("undo") : null,
  });
  page.hands = createLaterHands({
    host: document.body, clock, actions: page.actions, faults: page.faults, chosen, views, tell: page.tell,
    run: () => page.run, model: () => player.state.model, announce: (words) => page.narration.announce(words),
    choose(what) {
      choose(page, what);
      const node = what.node ?? player.state.model.pods.get(what.pod)?.node;
      if (node) page.board.showNode(node);
    },
  });
}

/** The search over the board and the queue, and how a large board is coloured and grouped. */
function joinSearch(page) {
  const { clock, player, board } = page;
  const run = () => page.run;
  const made = createLaterSearch({
    wish: page.wish, after: $("rail"), roots: [$("zones"), $("queue")], run, clock, later: page.actions.later,
    onChange: () => redraw(page),
    model: () => player.state.model,
    size: () => board.size,
    onGo(what) {
      choose(page, what);
      const node = what.node ?? player.state.model.pods.get(what.pod)?.node;
      if (node) board.showNode(node);
    },
    onText: () => page.followAddress(),
    leave: () => $("zones").focus(),
  });
  Object.assign(page, made);
}

/** Sharing, the address, and the tools of the owner. */
function joinBar(page) {
  const { app, clock, player } = page;
  page.momentOf = (other = {}) => {
    const { model, into } = player.state;
    const at = model?.seq ?? 0;
    const shown = { at, into: into ? into.k : null, ...page.chosen, tab: page.inspector.tab, search: page.search.text };
    const { colour, group } = page.overview;
    const whole = { ...shown, colour, group, kept: page.time.kept, ...other };
    return momentUrl(app.dataset.moments ?? `/r/${page.run}`, whole);
  };
  const moment = () => ({ at: player.state.model?.seq ?? 0, path: page.momentOf() });
  page.share = createShare({
    button: $("share"), host: document.body, moment, edit: app.dataset.edit,
    core: app.dataset.moments ? "" : app.dataset.core, keep: (at) => keepMoment(page.run, at),
    tell(words, kind) {
      page.tell(words, kind);
      page.narration.announce(words);
    },
  });
  $("take")?.addEventListener("click", ({ currentTarget }) => {
    const { model } = player.state;
    const pod = page.chosen.pod ? { pod: page.chosen.pod } : {};
    currentTarget.search = new URLSearchParams({ at: model?.seq ?? 0, ...pod }).toString();
  });
  const still = app.dataset.address === "still"; // what is shown has no address of its own on this page
  const path = () => moment().path;
  page.followAddress = still ? () => {} : createAddress({ clock, player, path, printed: $("moment") });
  page.ownerTools = createOwnerTools({
    place: $("owner-tools"), apiTools: page.board.apiTools, player, actions: page.actions, faults: page.faults,
    onAdd: (button) => page.hands.cluster(button),
    onEdit: app.dataset.edit ? page.share.edit : null,
  });
}

/** The way to the page on which the document of this run is changed: at this step, with what is chosen. */
function joinChange(page) {
  const link = $("what-if");
  const address = () => {
    const query = new URLSearchParams({ at: String(page.player.state.model?.seq ?? 0) });
    for (const kind of ["pod", "node"]) if (page.chosen[kind]) query.set(kind, page.chosen[kind]);
    return `/r/${page.run}/change?${query}`;
  };
  for (const kind of ["pointerenter", "focus", "click"]) link?.addEventListener(kind, () => { link.href = address(); });
  page.change = () => link?.click();
  document.documentElement.toggleAttribute("data-can-ask", Boolean(link));
  document.addEventListener("click", ({ target }) => {
    const { changeField: field, nth } = target.closest?.("[data-change-field]")?.dataset ?? {};
    const pod = page.chosen.pod ?? page.player.state.model?.last?.pod;
    if (field && link && pod) location.assign(`${address()}&${new URLSearchParams({ pod, field, nth })}`);
  });
  // elsewhere the run belongs to a lesson or a room, which would lose it
  if (!link) return;
  const { player, tell, actions: { later } } = page;
  page.undo = bindUndo({ fork: $("fork"), run: () => page.run, player, tell, later });
}

function joinKeys(page) {
  const { app, clock, player, inspector } = page;
  page.roving = [
    createRoving($("zones"), ".nodename, .pod, .slot, .tp:not(.none)"),
    createRoving($("queue"), ".qi, .tombc"),
    createRoving($("rail"), "li .explained"),
  ];
  const speedBy = (by) => Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(clock.speed) + by));
  bindKeyboard({
    roving: page.roving,
    slider: page.timeline.range,
    onAction: page.travel.stop,
    actions: {
      toggle: () => player.toggle(),
      forward: () => player.forward(),
      back: () => player.back(),
      start: () => player.seek(0),
      end: () => player.seek(player.state.head),
      size: (size) => player.setSize(size),
      speed: (by) => page.chooseSpeed(SPEEDS[speedBy(by)]),
      share: page.share,
      change: page.change,
      console: page.console,
      search: () => page.search.focus(),
      help: page.help,
      until: page.playUntil,
      time: page.withTime,
      escape() {
        if (page.time.there?.close()) return;
        page.picking = null;
        const drawer = isNarrow();
        if (app.classList.contains("inspector-open") && drawer) inspector.setOpen(false);
        else if (page.chosen.pod || page.chosen.node || page.chosen.service) choose(page, {});
      },
    },
  });
}

/** Links at the top of the page that lead to its parts. */
function joinSkips(page) {
  const { inspector, timeline, transport } = page;
  bindSkips({
    links: [...document.querySelectorAll("[data-skip]")],
    board: $("zones"), queue: $("queue"), panel: inspector.panel, slider: timeline.range, buttons: transport.onward,
    openWhy: () => inspector.setOpen(true),
    openQueue: () => inspector.show("queue"),
  });
}

/** What the browser says: another address, another size, a click in the queue. */
function joinBrowser(page) {
  const { board, player, inspector, timeline } = page;
  $("queue").addEventListener("click", (event) => {
    const key = event.target.closest("[data-pod]")?.dataset.pod;
    if (!key) return;
    choose(page, { pod: key });
    if (inspector.tab === "queue") inspector.show("why");
  });
  addEventListener("popstate", () => {
    const want = asked();
    page.chosen = want.chosen;
    inspector.setTab(want.tab);
    page.search.text = want.search;
    page.overview.take(want);
    if (want.at !== null && want.at !== player.state.model?.seq) player.seek(want.at);
    else if (player.state.model) redraw(page);
  });
  bindProjector($("projector"), () => {
    board.relayout();
    timeline.resize();
  });
  bindForm($("present-form"), player);
  createMenu($("menu"));
  $("language")?.querySelector("select")?.addEventListener("change", (event) => event.target.form.requestSubmit());
  // Where charts and lanes stand, on the stage or in the panel, follows the size of the page.
  for (const size of ["(min-width: 768px)", "(min-width: 1200px)", "(min-height: 760px)"])
    matchMedia(size).addEventListener("change", () => {
      if (player.state.model) redraw(page);
    });
  new ResizeObserver(() => {
    board.relayout();
    timeline.resize();
    page.roving[0].refresh();
    page.endings.relayout();
  }).observe($("zones"));
}

/** What a lesson, a task or the builder does beside the board; null on other pages. */
async function createArticle(page) {
  const article = document.getElementById("lesson");
  if (!article) return null;
  if (article.dataset.builder) return (await import("./lessons/builder.js")).createBuilder(article, page);
  if (article.dataset.checks) return (await import("./lessons/task.js")).createTask(article, page);
  return (await import("./lessons/lesson.js")).createLesson(article, page);
}

/**
 * Starts the board of a page. `createLine({app, clock, player, tell})` returns where its frames come from and its
 * requests go to, a socket that is not yet connected; `beside(page)` what stands beside the board and goes along with
 * it: {pick(what): whether a click on the board was meant for it, render(), keys?: of its own, for the help}.
 */
export async function start(app, { createLine = createServerLine, beside = createArticle } = {}) {
  const html = document.documentElement;
  await loadCatalogue(html.lang || "en", app.dataset.catalogue || html.dataset.catalogue);
  const page = createPage(app);
  joinTime(page);
  joinPanels(page);
  joinHands(page);
  joinSearch(page);
  joinTools(page);
  page.waits = joinWaits(page);
  joinBar(page);
  joinChange(page);
  joinConsole(page);
  joinKeys(page);
  joinSkips(page);
  joinBrowser(page);
  page.lesson = await beside(page);
  page.socket = createLine({ app, clock: page.clock, player: page.player, tell: page.tell });
  page.hands.hello();
  const { clock, player, board, socket, travel, inspector, endings, troubles } = page;
  globalThis.podium = {
    clock, player, board, socket, travel, inspector, endings,
    /** Whether all that is to be shown is there. */
    get still() {
      return [player, board, inspector, endings, troubles, page.search].every((part) => part.still);
    },
  };
  socket.connect();
}

const app = document.getElementById("board");
if (app && app.dataset.starts !== "elsewhere") start(app);
