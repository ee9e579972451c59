/** What a page with a board holds, and what it shows: the state, what is chosen, and the panels beside the board. */
import { createBoard } from "../board/board.js";
import { createClock } from "../board/clock.js";
import { createRail } from "../board/decision/rail.js";
import { createQueue } from "../board/queue/queue.js";
import { createTravel } from "../board/travel.js";
import { say } from "../i18n.js";
import { createLater } from "../later.js";
import { decisionOf, meant } from "../panels/why/subject.js";
import { createPlayer } from "../player/player.js";
import { addressWish, number } from "./parts/address.js";
import { createEvents } from "./events.js";
import { createMessageLine } from "./parts/message-line.js";
import { createLoadProgress } from "./parts/load-progress.js";
import { chartsCome, endingPods, hasCharts, spaceBelow, areasOf, truthsFill } from "./parts/areas.js";
import { createStory } from "./parts/story.js";

const $ = (id) => document.getElementById(id);

/** The pod or node that the scenario is about. */
function heroOf({ heroPod: pod, heroNode: node }) {
  return pod ? { pod } : node ? { node } : {};
}

/** What is said of a frame. */
const textOf = (frame) => (frame.message ? say(frame.message) : "");

/** Where a pod or node stands beside the board: on the page of a node under pressure, or behind the queue's tab. */
function besideBoard({ endings, queue, inspectorRoot }, what) {
  const tab = what.pod && queue.element(what.pod) ? inspectorRoot.querySelector(".tab-queue") : null;
  return [endings?.place(what), tab];
}

/** What the board shows: the state, the cursor within a decision, what is chosen and lit. */
function viewOf({ player, clock, chosen: picked, hero, lit, overview }) {
  const { model, into, acts } = player.state;
  const chosen = meant({ chosen: picked, hero, model, into, acts });
  const litNodes = lit ? new Set(lit.nodes) : null;
  const charted = hasCharts({ acts, model, hero: hero.pod });
  const below = spaceBelow({ acts, model, hero: hero.pod ?? chosen.pod ?? null, charted });
  const cyclePod = into?.decision.pod ?? null;
  return { model, now: clock.t, chosen, into, cyclePod, litNodes, overview, below, charted };
}

function showAreas({ classList }, { cycles, column, quiet, classesAlone }) {
  classList.toggle("no-cycles", !cycles);
  classList.toggle("no-queue", !column);
  classList.toggle("quiet", quiet);
  classList.toggle("only-classes", classesAlone);
}

/** Everything beside the board, as the state has it. */
function renderPanels(page, { light: keepLight = false, fresh = false } = {}) {
  const { endings, inspector } = page;
  const { model, into, playing, run } = page.player.state;
  if (!model) return;
  const { chosen } = page.view();
  if (!keepLight) page.lit = null;
  const running = model.scheduler?.running ?? true;
  const names = model.rules.extensionPoints;
  const comes = page.app.querySelector("#lesson")?.dataset.comes !== undefined;
  const areas = areasOf({ acts: page.player.state.acts, model, canAct: Boolean(run?.canAct), comes });
  showAreas(page.app, areas);
  const idle = areas.cycles && !page.queue.count(model);
  if (idle) page.cycles.want();
  page.cycles.part?.render(idle, page.player.state.acts, model.seq);
  page.rail.render(into?.decision ?? model.last, into ? into.stops[into.k] : null, { names, running });
  const charts = Boolean(chosen.pod && decisionOf({ pod: chosen.pod }, model, into)?.spreads);
  const hero = chosen.node ? null : page.hero.pod;
  const plain = page.board.plain && !truthsFill(model);
  const ends = endingPods({ acts: page.player.state.acts, model, hero });
  endings.render(model, chosen, { canAct: Boolean(run?.canAct), charts, hero, plain, ends });
  inspector.render({
    model, chosen, picked: page.chosen, playing, into, lit: page.lit?.reason ?? null, plain, fresh,
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
  page.phone.part?.render();
  // last: these ask for styles
  page.board.point();
  for (const keys of page.roving) keys.refresh();
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

/** Everything on the page, joined; parts reach each other through it. */
export function createPage(app) {
  const wish = addressWish();
  const clock = createClock(globalThis);
  const page = {
    app, clock, chosen: wish.chosen, hero: heroOf(app.dataset), lit: null, until: wish.until, fits: wish.fits, wish,
    /** The run that is shown. Where frames come from may change it. */
    get run() { return page.player.state.run?.id ?? app.dataset.run; },
  };
  const emit = createEvents(page);
  const initial = { ...wish, at: wish.at ?? number(app.dataset.at) };
  page.player = createPlayer({ clock, emit, initial, textOf, followed: app.dataset.moves === "told" });
  page.travel = createTravel({ overlay: $("overlay"), clock });
  page.queue = createQueue($("queue"), { later: (module) => page.actions.later(module) });
  page.cycles = createLater({ // what the queue shows while no pod waits
    style: "cycles-style",
    fetch: () => import("../board/queue/cycles.js"),
    make: ({ createCycles }) => createCycles($("queue"), page.player.seek),
    onCome: () => page.panels(),
  });
  page.rail = createRail($("rail"));
  page.inspectorRoot = $("inspector");
  page.boardRoot = $("zones");
  page.board = createBoard({
    zonesRoot: $("zones"), chipsRoot: $("chips"), servicesRoot: $("services"), overlay: $("overlay"), queue: page.queue,
    travel: page.travel, clock, run: () => page.run, input: (value) => page.player.input(value),
    onChoose: (what) => choose(page, what), later: (module) => page.actions.later(module),
    elsewhere: (what) => besideBoard(page, what), pointsLater: true,
    onDrawn() {
      page.search.mark();
      for (const keys of page.roving) keys.refresh();
    },
  });
  page.tell = createMessageLine({ element: $("line"), clock, onNow: () => page.socket.wake() });
  page.story = createStory($("story"));
  page.progress = createLoadProgress($("zones"));
  if (app.dataset.opening) page.progress.show(Number(app.dataset.opening)); // a worker is at it since the import
  page.view = () => viewOf(page);
  page.choose = (what) => choose(page, what);
  page.panels = (options) => renderPanels(page, options);
  page.redraw = (options) => redraw(page, options);
  page.tab = wish.tab;
  return page;
}
