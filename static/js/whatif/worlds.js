/** Two recorded runs on one clock, as values. Pure: no DOM, no clock, no socket. */
import { fromSnapshot, step } from "../net/frames.js";

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
 * The moments of two runs: [{t, was, now}], the steps of both. Acts of one second go side by side, so that both runs
 * are stepped together where they are alike.
 */
export function momentsOf(was, now) {
  const moments = [{ t: 0, was: 0, now: 0 }];
  let [a, b] = [0, 0];
  while (a < was.frames.length || b < now.frames.length) {
    const [ta, tb] = [was.frames[a]?.t ?? Infinity, now.frames[b]?.t ?? Infinity];
    const t = Math.min(ta, tb);
    if (ta === t) a += 1;
    if (tb === t) b += 1;
    moments.push({ t, was: a, now: b });
  }
  return moments;
}

/** The last moment that is not after second `t`. */
export function momentAt(moments, t) {
  let k = 0;
  while (k + 1 < moments.length && moments[k + 1].t <= t + 1e-6) k += 1;
  return k;
}

/** Where a pod stands, as text that is equal where nothing differs for the eye. */
const stands = (pod) => (pod ? [pod.node ?? "", pod.nominated ?? "", pod.term?.signal ?? pod.state].join() : "");

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
