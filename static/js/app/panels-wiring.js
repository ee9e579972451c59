/** Joins what a person does in the run, and the panels that speak of it: inspector, palette, search. */
import { createActions } from "../panels/actions/actions.js";
import { createFaults } from "../panels/faults/faults.js";
import { createLaterTroubles } from "../panels/faults/later-troubles.js";
import { createInspector } from "../panels/inspector/inspector.js";
import { createLaterSearch } from "../panels/search/later-search.js";
import { createEndings } from "../panels/termination/endings.js";
import { createSpreadStage } from "../panels/why/spread-stage.js";
import { bindForm } from "../panels/actions/fork.js";
import { createLater } from "../later.js";
import { isPhone, PHONE } from "../board/layout/space.js";
import { createLaterHands } from "./parts/later-palette.js";

const $ = (id) => document.getElementById(id);

/** Lights the nodes of a reason on the board; null: none. */
function light(page, group) {
  page.lit = group;
  page.redraw({ light: true });
}

/** What is broken, how a pod ends, a node in need: what the Why shows beside its fragment. */
function partsOf(page, subject) {
  const { model, run } = page.player.state;
  if (subject.service) return { lead: [], after: [], alone: false };
  return page.endings.parts(page.troubles.of(subject, model, page.clock.t, run?.canAct), model, subject);
}

/** Actions, faults, the inspector, and how pods end. */
export function joinPanels(page) {
  const { app, clock, player, board } = page;
  const run = () => page.run;
  const stage = $("zones").parentElement;
  page.actions = createActions({
    player, fork: bindForm($("fork"), player), tell: page.tell,
    createEditor: async (field) => (await import("../editor/code-editor.js")).createCodeEditor(field),
    more: () => ({ ...page.faults, pod: page.endings.behave.pod, all: page.hands.button }),
  });
  const { actions } = page;
  page.faults = createFaults({ player, actions, run });
  page.troubles = createLaterTroubles({ faults: page.faults, later: actions.later, onCome: () => page.redraw() });
  page.inspector = createInspector({
    root: page.inspectorRoot, app, run, clock, onChoose: page.choose,
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
    onOpen: (open) => open && page.phone.part?.turn("why"),
  });
  page.inspector.setTab(page.tab);
  $("rail").append(page.inspector.opener);
  page.endings = createEndings({
    stage, queueRoot: $("queue"), forkForm: $("fork"), player, board, actions, opener: page.inspector.opener, clock,
    onChoose: page.choose, onToggle: () => page.redraw(),
  });
}

/** The style sheet and the pages of a phone, which are fetched on one. */
export function joinPhone(page) {
  page.phone = createLater({
    style: "phone-style",
    fetch: () => import("./parts/phone.js").then(({ load }) => load()),
    make: (createPhone) => createPhone(page),
  });
  const want = () => isPhone() && page.phone.want({ again: true });
  matchMedia(PHONE).addEventListener("change", want);
  want();
}

/** The palette and the menus of things. */
export function joinHands(page) {
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
    clock, actions: page.actions, faults: page.faults, chosen, views, tell: page.tell,
    run: () => page.run, model: () => player.state.model, announce: (words) => page.narration.announce(words),
    choose(what) {
      page.choose(what);
      const node = what.node ?? player.state.model.pods.get(what.pod)?.node;
      if (node) page.board.showNode(node);
    },
  });
}

/** The search over the board and the queue, and how a large board is coloured and grouped. */
export function joinSearch(page) {
  const { clock, player, board } = page;
  const run = () => page.run;
  const made = createLaterSearch({
    wish: page.wish, after: $("rail"), roots: [$("zones"), $("queue")], run, clock, later: page.actions.later,
    onChange: () => page.redraw(),
    model: () => player.state.model,
    size: () => board.size,
    onGo(what) {
      page.choose(what);
      const node = what.node ?? player.state.model.pods.get(what.pod)?.node;
      if (node) board.showNode(node);
    },
    onText: () => page.followAddress(),
    onFound: (keys) => page.queue.unfold(keys),
    onShade: board.shade,
    leave: () => $("zones").focus(),
  });
  Object.assign(page, made);
}
