/** Joins what is about time with the page: transport, narration, timeline, and the tools that come later. */
import { stored } from "../browser.js";
import { createNarration } from "../panels/transport/narration.js";
import { createTimeline } from "../panels/timeline/timeline.js";
import { createTransport } from "../panels/transport/transport.js";
import { createLater } from "../later.js";
import { createLaterTools } from "../time/later.js";

const $ = (id) => document.getElementById(id);

/** What a pointer does over the timeline. Only a wheel, a resting mouse and a brush need the tools. */
function gesture(page, event, timeAt) {
  const { part } = page.time;
  const hovers = event.type === "pointermove" && event.pointerType === "mouse";
  const asks = hovers || event.type === "wheel" || event.shiftKey;
  if (part) part.gesture(event, timeAt);
  else if (asks && !page.lesson && page.player.state.model) {
    page.time.want({ again: true }).then((tools) => {
      if (hovers && event.target.matches(":hover")) tools?.gesture(event, timeAt); // the mouse still rests there
    });
  }
  if (event.type === "wheel" && !part) event.preventDefault();
}

/** Search, bookmarks, figures and zoom of the timeline. */
export function joinTools(page) {
  const { player, clock, wish } = page;
  page.time = createLaterTools({
    kept: wish.kept,
    later: page.actions.later,
    make: ({ createTools }) => createTools({
      host: $("time"), player, clock, kept: wish.kept, run: () => page.run,
      chosen: () => (player.state.model ? page.view().chosen : {}),
      link: (kept, at) => page.momentOf({ kept, at }),
      onChange: () => page.timeline.render(), onAddress: () => page.followAddress(),
      tell: (message) => page.narration.beside(message, { good: true }), say: (words, kind) => page.tell(words, kind),
      onThing: (what) => page.choose(what),
      pages: { take: Boolean($("take")) },
    }),
  });
  $("time-link")?.addEventListener("click", () => page.withTime("open"));
}

/** Says that kubectl waits. Its script comes when that first happens. */
export function joinWaits(page) {
  const fetched = createLater({
    later: page.actions.later,
    fetch: () => import("../panels/transport/waits.js"),
    make: ({ createWaits }) => createWaits($("time").querySelector(".say"), () => page.run),
    onCome: (render) => render(page.player.state.waits),
  });
  return function waits({ how }) {
    if (fetched.part) fetched.part(how);
    else if (how) fetched.want({ again: true });
  };
}

/** Transport, narration and timeline. */
export function joinTime(page) {
  const { player, clock, board } = page;
  const later = (module) => page.actions.later(module);
  const help = createLater({
    later,
    fetch: () => import("../panels/transport/help.js"),
    make: ({ createHelp }) => createHelp(document.body, page.lesson?.keys),
  });
  page.help = async () => (await help.want({ again: true }))?.();
  const watching = async () => {
    const { createWatch } = await import("../panels/timeline/conditions.js");
    player.watched ??= createWatch({ run: page.run, player, clock, onChange: () => page.timeline.render() });
    return player.watched;
  };
  if (stored(`podium.watch.${page.run}`)) watching(); // else what watches comes when the dialog asks
  const until = createLater({
    later,
    fetch: () => Promise.all([import("../panels/transport/until-dialog.js"), watching()]),
    make: ([{ createUntil }, watch]) => createUntil(document.body, {
      run: () => page.run, player, chosen: () => page.chosen, watch,
      tell: (message) => page.narration.beside(message, { good: true }),
      pick: (done) => { page.picking = done; },
    }),
  });
  page.playUntil = async () => (await until.want({ again: true }))?.();
  // a lesson has its own way through time
  page.withTime = (name, ...args) => (page.lesson ? null : page.time.call(name, ...args));
  page.setSpeed = (value) => {
    clock.speed = value;
    page.transport.render();
  };
  page.chooseSpeed = (value) => {
    page.setSpeed(value);
    if (player.state.run?.canAct) page.socket.post({ do: "pace", speed: value });
  };
  page.transport = createTransport($("time"), player, clock, {
    help: page.help,
    until: page.playUntil,
    time: page.withTime,
    setSpeed: page.chooseSpeed,
    boardSize(size) {
      board.setSize(size);
      page.transport.render();
    },
    shownBoardSize: () => board.size,
  });
  page.narration = createNarration($("time"), { onShow: board.show, onReach: board.reach });
  page.timeline = createTimeline($("time"), player, clock, {
    memory: () => page.endings?.memory(player) ?? null,
    onGesture: (event, timeAt) => gesture(page, event, timeAt),
  });
}
