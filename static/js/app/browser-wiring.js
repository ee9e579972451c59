/** Joins the page with what comes through the browser: keys, the history, another size, its menus. */
import { SPEEDS } from "../board/clock.js";
import { createRoving } from "../board/keys.js";
import { isNarrow } from "../board/layout/space.js";
import { addressWish } from "./parts/address.js";
import { bindForm } from "../panels/actions/fork.js";
import { bindKeyboard } from "./parts/keyboard.js";
import { createMenu } from "./parts/menu.js";
import { bindProjector } from "./parts/projector.js";
import { bindSkips } from "./parts/skips.js";

const $ = (id) => document.getElementById(id);

/** Keys, and which of many alike has the focus. */
export function joinKeys(page) {
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
        if (page.time.part?.close()) return;
        page.picking = null;
        const drawer = isNarrow();
        if (app.classList.contains("inspector-open") && drawer) inspector.setOpen(false);
        else if (page.chosen.pod || page.chosen.node || page.chosen.service) page.choose({});
      },
    },
  });
}

/** Links at the top of the page that lead to its parts. */
export function joinSkips(page) {
  const { inspector, timeline, transport } = page;
  bindSkips({
    links: [...document.querySelectorAll("[data-skip]")],
    board: $("zones"), queue: $("queue"), panel: inspector.panel, slider: timeline.range, buttons: transport.onward,
    openWhy: () => inspector.setOpen(true),
    openQueue: () => inspector.show("queue"),
  });
}

/** What the browser says: another address, another size, a click in the queue. */
export function joinBrowser(page) {
  const { board, player, inspector, timeline } = page;
  $("queue").addEventListener("click", (event) => {
    const key = event.target.closest("[data-pod]")?.dataset.pod;
    if (!key) return;
    page.choose({ pod: key });
    if (inspector.tab === "queue") inspector.show("why");
  });
  addEventListener("popstate", () => {
    const want = addressWish();
    page.chosen = want.chosen;
    inspector.setTab(want.tab);
    page.search.text = want.search;
    page.overview.take(want);
    if (want.at !== null && want.at !== player.state.model?.seq) player.seek(want.at);
    else if (player.state.model) page.redraw();
  });
  bindProjector($("projector"), () => {
    board.relayout();
    timeline.resize();
  });
  bindForm($("present-form"), player);
  createMenu([$("menu"), $("more-tools")].filter(Boolean));
  $("language")?.querySelector("select")?.addEventListener("change", (event) => event.target.form.requestSubmit());
  // Where charts and lanes stand, on the stage or in the panel, follows the size of the page.
  for (const size of ["(min-width: 768px)", "(min-width: 1200px)", "(min-height: 500px)", "(min-height: 760px)"])
    matchMedia(size).addEventListener("change", () => {
      if (player.state.model) page.redraw();
    });
  new ResizeObserver(() => {
    board.relayout();
    timeline.resize();
    page.roving[0].refresh();
    page.endings.relayout();
  }).observe($("zones"));
}
