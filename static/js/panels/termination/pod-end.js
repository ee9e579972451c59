/**
 * What the inspector says of a pod that ends, ended, or whose containers are not ordinary; and of a node short of
 * something.
 */
import { el } from "../../el.js";
import { containerList } from "../../board/node/containers.js";
import { createSettings } from "./settings.js";

const BEING_EVICTED = new Set(["evicting", "evicted"]);

/** The last that was told of a pod's termination at step `until`: {term, pod}, or null. */
export function lastTerm(frames, key, until) {
  let ending = null;
  for (const frame of frames) {
    if (frame.seq > until) break;
    for (const change of frame.changes ?? []) {
      if (change.kind !== "pod" || change.key !== key || change.op !== "put") continue;
      if (change.view.term) ending = { term: change.view.term, pod: change.view };
      else if (ending && change.view.uid !== ending.pod.uid) ending = null; // another of the same name
    }
  }
  return ending;
}

export function createPodEnd({ player, lanes, need, stage }) {
  const settings = createSettings();
  let staged = null; // the key of the pod whose lanes stand on the stage

  /** The termination to show: the one under way, or the last one that was told of. */
  function termOf(model, key) {
    const pod = model.pods.get(key) ?? null;
    if (pod?.term) return { pod, term: pod.term };
    if (pod?.holds) return null;
    return lastTerm(player.framesUpTo(model.seq), key, model.seq);
  }

  function lanesOfPod(model, key, now) {
    const ending = termOf(model, key);
    if (!ending || !ending.term.lanes.length) return null;
    return lanes.render({ ...ending, now, rules: model.rules });
  }

  /** The first of so many pods that has lanes, or settings that say how it will end: {pod, element, lanes}, or null. */
  function storyOf({ model, ends }, keys, now) {
    for (const pod of keys.filter(Boolean)) {
      if (termOf(model, pod)?.term.lanes.length) {
        const chart = lanesOfPod(model, pod, now); // null until it can be drawn
        return chart && { pod, element: chart, lanes: true };
      }
      const options = { expected: ends.includes(pod), rules: model.rules };
      const before = settings.render(model.pods.get(pod), options);
      if (before) return { pod, element: before, lanes: false };
    }
    return null;
  }

  return {
    tick(now) {
      need.tick(now);
      lanes.tick(now);
    },
    /**
     * Puts the lanes of the chosen pod on the stage, where there is space; before it ends, what decides how.
     * `view` = {model, plain, free, hero, ends}: the pod of the scenario, and those whose end is shown while the hero
     * has none and nothing else is chosen.
     */
    toStage(view, key, now) {
      const space = view.free && stage.fits(view);
      const others = (key ?? view.hero) === view.hero ? view.ends : [];
      const story = space ? storyOf(view, [...new Set([key ?? view.hero, ...others])], now) : null;
      staged = story?.lanes ? story.pod : null;
      lanes.level(staged ? 2 : 3);
      if (stage.show(story?.element ?? null)) lanes.relayout();
    },
    get staged() { return staged; },
    /** The space has changed. */
    relayout() {
      stage.relayout();
      lanes.relayout();
    },
    /**
     * {lead, after, alone}: elements above and below what else is said of the pod; `alone`: nothing else need be said.
     */
    ofPod(model, key, now) {
      const pod = model.pods.get(key) ?? null;
      const view = pod?.node ? model.pressures.get(pod.node) : null;
      const row = view?.ranking.find((entry) => entry.pod === key && BEING_EVICTED.has(entry.state));
      const evicted = pod && (pod.evicted || row);
      const chart = staged ? null : lanesOfPod(model, key, now); // there is one
      const list = pod ? containerList(pod, now) : null;
      const message = pod?.phase === "Failed" && pod.message ? el("div.msg", { text: pod.message }) : null;
      if (!evicted) return { lead: [], after: [message, list, chart].filter(Boolean), alone: false };
      const ofNode = need.render(model, pod.node, now);
      const lead = need.evictedPod({ pod, view, row, message, chart, list, need: ofNode, rules: model.rules }) ?? [];
      return { lead, after: [], alone: !model.decisions.has(key) };
    },
    /** Sections about a node in need. */
    ofNode: (model, name, now) => [need.render(model, name, now)].filter(Boolean),
  };
}
