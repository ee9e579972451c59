/**
 * Joins what is drawn of nodes in need and of pods that end: page of a node, tombstones, lanes, containers, behaviour.
 */
import { say, t } from "../../i18n.js";
import { createLaterTombstones } from "../../board/later-parts.js";
import { fork } from "../actions/fork.js";
import { createBehaveButton } from "../actions/behaviour-button.js";
import { createLaneStage } from "./lane-stage.js";
import { createLaterLanes, createLaterNeed } from "./later-parts.js";
import { createPodEnd } from "./pod-end.js";
import { createOpenButtons } from "../pressure/node-buttons.js";
import { createPressure } from "../pressure/panel.js";

const MOST_ACTS_TO_END = 24;

/** The page asked for a fork and could not get it: words for the person. */
async function refusal(response) {
  try {
    const { message, path } = await response.json();
    return `${path}: ${say(message)}`;
  } catch {
    return t(response.status === 429 ? "ui.lanes.too_often" : "ui.lanes.failed");
  }
}

/**
 * Forks the run at a step with inputs and goes to where the pod's end begins anew. Resolves to words when it cannot.
 */
async function forkWith(form, at, inputs, pod) {
  try {
    const response = await fork(form, { at, inputs });
    if (response.status !== 201) return await refusal(response);
    const { url } = await response.json();
    location.assign(`${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ pod, until: "term" })}`);
    return null;
  } catch {
    return t("ui.error.offline");
  }
}

export function createEndings({
  stage, queueRoot, forkForm, player, board, actions, opener, clock, onChoose, onToggle,
}) {
  const pressure = createPressure({ stage, actions, opener, onChoose, onToggle });
  const stones = createLaterTombstones({ root: queueRoot, later: actions.later, onCome: onToggle });
  const lanes = createLaterLanes({
    fork: (at, inputs, pod) => forkWith(forkForm, at, inputs, pod), later: actions.later, onCome: onToggle,
  });
  const need = createLaterNeed({ later: actions.later, onCome: onToggle });
  const podEnd = createPodEnd({ player, lanes, need, stage: createLaneStage(stage) });
  const behave = createBehaveButton(actions, player);
  const buttons = createOpenButtons({ titleOf: board.nodeTitle, onOpen: (name) => pressure.toggle(name, true) });

  /** Whether a look back is worth asking for: somebody is in need, or ended. */
  const looksBack = (model, chosen, ends) =>
    model.pressures.size > 0 ||
    ends.some((key) => !model.pods.has(key)) ||
    Boolean(chosen.pod && (!model.pods.has(chosen.pod) || model.pods.get(chosen.pod).phase === "Failed"));

  return {
    behave, podEnd,
    /** Where a pod or a node stands on the page of a node under pressure, or null. */
    place: pressure.place,
    /** Whether all that is to be shown is there. */
    get still() { return stones.still && lanes.still && need.still && pressure.still; },
    /** The node whose page is shown, or null. */
    get shown() { return pressure.shown; },
    /** What the timeline draws of the node whose page is shown, or null. */
    memory: pressure.memory,
    marks: (model) => [
      model.pressures, model.timers, player.framesKnown, podEnd.staged, lanes.there, need.there, stones.there,
    ],
    /**
     * `charts`: spread charts stand on the stage; `hero`: the pod of the scenario, while nothing is chosen; `plain`:
     * the nodes are lists of pods and leave space; `ends`: the pods whose end is the story, the first that has one.
     */
    render(model, chosen, { canAct, charts, hero, plain, ends }) {
      stones.render(model, chosen);
      buttons.render(model.pressures);
      pressure.render(model, chosen, canAct);
      const free = !pressure.shown && !charts;
      podEnd.toStage({ model, plain, free, hero, ends }, chosen.pod, clock.t);
      if (!player.state.playing && looksBack(model, chosen, plain ? ends : [])) player.recall();
    },
    /**
     * {lead, after, alone}: what belongs above the Why of a subject and below its heading. `broken` = what else is
     *   wrong; it says the
     * same of a node that is only short of something.
     */
    parts(broken, model, subject) {
      const node = subject.node ? model.nodes.get(subject.node) : null;
      if (node) {
        const parts = podEnd.ofNode(model, subject.node, clock.t);
        return { lead: [], after: [...parts, ...(parts.length && node.need.only ? [] : broken)], alone: false };
      }
      const { lead, after, alone } = podEnd.ofPod(model, subject.pod, clock.t);
      return { lead, after: [...after, ...broken], alone: alone && lead.length > 0 };
    },
    tick: (now) => podEnd.tick(now),
    relayout() {
      pressure.relayout();
      podEnd.relayout();
    },
    /** A fork was made to see how a pod ends: goes on until its node has begun. */
    async untilTerm(key) {
      for (let n = 0; n < MOST_ACTS_TO_END; n += 1) {
        if (player.state.model.pods.get(key)?.term || player.state.quiet) return;
        const before = player.state.model.seq;
        await player.forward("act");
        player.flush();
        if (player.state.model.seq === before) return;
      }
    },
  };
}
