/** What the page does when the player says that something happened. */
import { isPhone } from "../board/layout/space.js";
import { axisTime } from "../format.js";
import { say, t } from "../i18n.js";
import { enter } from "./parts/skips.js";
import { intoMessage } from "../panels/transport/narration.js";

/** The first sentence names the keys where there is a keyboard, as far as the pointer tells. */
const START = { id: matchMedia("(hover: hover)").matches ? "ui.say.start_keys" : "ui.say.start" };

/** The workload that decides how many pods like this one there are, as `kind/key`; its ReplicaSet's Deployment. */
function maker(pod, workloads) {
  const own = workloads.get(pod.owner?.replace("/", `/${pod.ns}/`));
  return own?.scales ?? (own && `${own.kind}/${own.key}`);
}

/**
 * Workloads that wait for their first pods before time has run, as `2 × Deployment`. Beside pods Jobs are not counted:
 * the pods of one that is done may be gone. Pure.
 */
export function waitingWorkloads(model) {
  if (!model || model.t > 0) return [];
  const { pods, workloads } = model;
  const made = new Set([...pods.values()].map((pod) => maker(pod, workloads)));
  const counts = new Map();
  for (const { kind, key, replicas, scales } of workloads.values()) {
    const own = scales === null || scales === `${kind}/${key}`;
    const wants = own && (replicas || scales === null) && !(pods.size && kind === "Job");
    if (wants && !made.has(`${kind}/${key}`)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, n]) => `${n} × ${kind}`);
}

/** What is said before the first step; the keys are named where they can do something. */
function startOf({ model, run, head }) {
  const own = run?.canAct;
  const workloads = own || !model?.pods.size ? waitingWorkloads(model) : [];
  if (workloads.length) return { id: "ui.say.start_waiting", args: { workloads } };
  return own || head > 0 ? START : { id: "ui.say.start_alone" };
}

/**
 * The node that matters first: the chosen one, the one the pod stands on or is promised, the one that the last decision
 * chose for it, where a process of it still runs, the one that is cut off. Pure.
 */
export function firstNode(model, chosen) {
  if (chosen.node) return chosen.node;
  const pod = model.pods.get(chosen.pod ?? model.last?.pod);
  const decided = pod && model.last?.pod === pod.key ? model.last.node : null;
  const promised = [...model.pods.values()].find((waiting) => waiting.nominated && !waiting.node);
  const left = pod ? null : [...model.processes.values()].find((process) => process.pod === chosen.pod);
  const apart = [...model.nodes.values()].find((node) => node.apart);
  const name = pod?.node ?? pod?.nominated ?? decided ?? left?.node ?? promised?.nominated ?? apart?.name;
  return name ?? model.nodes.keys().next().value;
}

/** The node that the sentence of a step is about, or on which the pod is that it is about; null without one. Pure. */
export function spokenNode(model) {
  const { nodes = [], pods = [] } = model.frame?.focus ?? {};
  const pod = pods.map((key) => model.pods.get(key)).find((place) => place?.node ?? place?.nominated);
  return nodes.find((name) => model.nodes.has(name)) ?? pod?.node ?? pod?.nominated ?? null;
}

/** What of a frame's focus is on the board: a name of anything else leads nowhere. Pure. */
export function within(focus, model) {
  const { nodes = [], pods = [] } = focus ?? {};
  return { nodes: nodes.filter((name) => model.nodes.has(name)), pods: pods.filter((key) => model.pods.has(key)) };
}

const fitsOn = (model, pod) => model.pods.get(pod)?.node ?? null;

/** `page` = what `main.js` joins, with `view()` and `panels(options)`. Returns `emit(kind, detail)` for the player. */
export function createEvents(page) {
  function speak(frame, options) {
    const { model } = page.player.state;
    const message = frame?.message ?? startOf(page.player.state);
    page.narration.say(frame?.actor ?? null, message, { ...options, focus: within(frame?.focus, model) });
  }

  /** A phone shows one node at a time: the one that the step is about. */
  function follow() {
    const node = isPhone() ? spokenNode(page.player.state.model) : null;
    if (node) page.board.showNode(node);
  }

  const kinds = {
    tick() {
      const { clock } = page;
      page.transport.tick();
      page.board.tick(clock.t);
      page.troubles.tick(page.inspectorRoot, clock.t);
      page.endings.tick(clock.t);
      page.timeline.render();
    },
    gap: (detail) => page.narration.beside({ id: "ui.say.gap", args: { time: axisTime(detail.next) } }),
    frame(detail) {
      const { player, clock } = page;
      page.board.renderFrame(page.view(), { ...detail, travel: detail.travel && !page.endings.shown });
      speak(detail.frame, { aloud: !player.state.playing || clock.speed <= 1 });
      page.panels({ fresh: Boolean(detail.union) });
      follow();
    },
    working({ share, before }) {
      const opens = !page.player.state.model;
      const words = before === undefined ? null : { id: "ui.say.before", args: { n: before } };
      if (opens && share !== undefined) page.progress.show(share);
      else if (opens && words) page.progress.wait(t(words.id, words.args));
      else if (words) page.narration.beside(words);
    },
    jump(detail) {
      const first = detail.why === "first";
      if (first) page.progress.hide();
      const { model, run } = page.player.state;
      if (first && run?.canAct && run.speed) page.setSpeed(run.speed);
      page.board.renderState(page.view(), { fade: !first });
      speak(model.frame, { aloud: !first });
      const node = first || isPhone() ? firstNode(model, { ...page.hero, ...page.view().chosen }) : null;
      if (first) enter(page.boardRoot);
      page.panels({ fresh: true });
      // when all that takes space above it stands
      if (node) page.board.showNode(first ? node : spokenNode(model) ?? node);
      if (first && page.fits && fitsOn(model, page.chosen.pod) === page.fits) {
        page.narration.beside({ id: "ui.say.fits", args: { node: page.fits } }, { good: true });
      }
      const waiting = first && run?.canAct && model.seq ? waitingWorkloads(model) : [];
      if (waiting.length) page.narration.beside({ id: "ui.say.waiting", args: { workloads: waiting } });
      if (first && location.hash === "#play") import("./parts/played.js").then(({ open }) => open(page));
      if (first && page.until === "term" && page.chosen.pod) page.endings.untilTerm(page.chosen.pod);
      // who drives a browser by a program says where it goes
      if (first && !model.seq && page.wish.at === null && !page.lesson && !navigator.webdriver) {
        import("./parts/opening.js").then(({ open }) => open(page));
      }
    },
    into({ into }) {
      page.board.renderState(page.view());
      page.narration.say("scheduler", intoMessage(into));
      page.panels();
      const { node } = into.stops[into.k];
      if (node) page.board.showNode(node);
    },
    recall: () => page.panels({ light: true }),
    waits: (detail) => page.waits(detail),
    error(detail) {
      page.tell(detail.message ? say(detail.message) : t("ui.error.other", { code: detail.code ?? "" }), "wrong");
      page.panels({ light: true });
    },
  };

  function other(detail) {
    if (detail.quiet && !page.player.state.playing) page.narration.beside({ id: "ui.say.quiet" });
    else if (detail.end) page.narration.beside({ id: "ui.say.end" });
    page.story.render(page.player.state);
    page.transport.render();
    page.timeline.render();
    page.ownerTools();
    page.lesson?.render();
  }

  return function emit(kind, detail = {}) {
    if (Object.hasOwn(kinds, kind)) kinds[kind](detail);
    else other(detail);
  };
}
