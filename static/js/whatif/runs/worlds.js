/** Two recorded runs on one clock, as values. Pure: no DOM, no clock, no socket. */
import { fromSnapshot, step } from "../../net/frames.js";

/**
 * A recorded run: {models, changes, frames, quiet, broken}. `models[n]` is the state after n acts, `changes[n]` what
 * the act that led there changed. `film` = {snapshot, frames, quiet, broken} as the server has it.
 */
export function createWorld({ snapshot, frames, quiet, broken }) {
  const models = [fromSnapshot(snapshot)];
  const changes = [[]];
  for (const frame of frames) {
    const done = step(models.at(-1), frame);
    models.push(done.model);
    changes.push(done.changes);
  }
  return { models, changes, frames, quiet, broken };
}

/**
 * The moments of several runs: [{t, at: the step of each}]. Acts of one second go side by side, so that the runs are
 * stepped together where they are alike.
 */
export function momentsOfAll(worlds) {
  const at = worlds.map(() => 0);
  const moments = [{ t: 0, at: [...at] }];
  for (;;) {
    const next = worlds.map(({ frames }, k) => frames[at[k]]?.t ?? Infinity);
    const t = Math.min(...next);
    if (t === Infinity) return moments;
    next.forEach((second, k) => {
      if (second === t) at[k] += 1;
    });
    moments.push({ t, at: [...at] });
  }
}

/** The moments of two runs: [{t, was, now}], the steps of both. */
export function momentsOf(before, after) {
  return momentsOfAll([before, after]).map(({ t, at: [was, now] }) => ({ t, was, now }));
}

/** The last moment that is not after second `t`. */
export function momentAt(moments, t) {
  let k = 0;
  while (k + 1 < moments.length && moments[k + 1].t <= t + 1e-6) k += 1;
  return k;
}

/** Where a pod stands, as text that is equal where nothing differs for the eye. */
const stands = (pod) =>
  pod ? [pod.node ?? "", pod.nominated ?? "", pod.term?.signal ?? pod.state, pod.whyShort ?? ""].join() : "";

/**
 * How two states differ: {pods: keys of now that stand otherwise, nodes: names with another set of pods}. `names` = Map
 * from the key of a pod now to its key then, where that is another.
 */
export function differences(before, now, names = new Map()) {
  const pods = new Set();
  const nodes = new Set();
  const met = new Set();
  const at = (pod) => pod?.node ?? pod?.nominated ?? null;
  for (const [key, pod] of now.pods) {
    const old = names.get(key) ?? key;
    const was = before.pods.get(old) ?? null;
    met.add(old);
    if (stands(was) === stands(pod)) continue;
    pods.add(key);
    for (const node of [at(was), at(pod)]) if (node) nodes.add(node);
  }
  for (const [key, pod] of before.pods) if (!met.has(key) && at(pod)) nodes.add(at(pod));
  return { pods, nodes };
}

/** The keys of pods now → then that the server matched although their names differ. */
export function namesOf(comparison) {
  const pairs = (comparison?.changed ?? []).filter(({ was, now }) => was && now && was.key !== now.key);
  return new Map(pairs.map(({ was, now }) => [now.key, was.key]));
}
