/** What earlier frames told, for panels that look back: a node's free memory, a termination that is over. Pure. */

/**
 * [{t, seq, kind, view}] of a node's pressure, oldest first: the start, if it is at hand, and every frame that changed
 * it.
 */
export function pressuresOf(frames, start, node, until) {
  const out = [];
  const first = start?.pressures.get(node);
  if (first) out.push({ t: start.t, seq: start.seq, view: first });
  for (const frame of frames) {
    if (frame.seq > until) break;
    for (const change of frame.changes ?? []) {
      if (change.kind === "pressure" && change.key === node && change.op === "put")
        out.push({ t: frame.t, seq: frame.seq, kind: frame.kind, view: change.view });
    }
  }
  return out;
}

/**
 * Free of one signal over time: [{t, free, jump}]; `jump`: somebody took or gave back all at once, nothing lies
 * between.
 */
export function freeOver(points, signal, rules) {
  const out = [];
  for (const { t, kind, view } of points) {
    const found = view.signals.find((each) => each.signal === signal);
    if (!found) continue;
    const before = out[out.length - 1];
    if (before && before.t === t) before.free = found.available;
    else if (!before || before.free !== found.available || t > before.t)
      out.push({
        t,
        free: found.available,
        jump:
          Boolean(before) &&
          (found.available > before.free || (kind !== undefined && !rules.actsWithoutUse.includes(kind))),
      });
  }
  return out;
}

/** Passes of a node's eviction manager: [{t, number, victims: [names]}], oldest first. */
export function passesOf(points) {
  const passes = new Map();
  for (const { view } of points) {
    if (!view.pass || view.passAt === null) continue;
    const pass = passes.get(view.pass) ?? { t: view.passAt, number: view.pass, victims: [] };
    for (const row of view.ranking)
      if ((row.state === "evicting" || row.state === "evicted") && !pass.victims.includes(row.name))
        pass.victims.push(row.name);
    passes.set(view.pass, pass);
  }
  return [...passes.values()];
}

/** The last place that a pod had in a ranking: {row, pass}, or null. */
export function lastRanked(points, key) {
  for (let i = points.length - 1; i >= 0; i -= 1) {
    const row = points[i].view.ranking.find(
      (each) => each.pod === key && (each.state === "evicted" || each.state === "evicting"),
    );
    if (row) return { row, pass: points[i].view.pass };
  }
  return null;
}

/** The last that was told of a pod's termination at step `until`: {term, pod}, or null. */
export function lastTerm(frames, key, until) {
  let found = null;
  for (const frame of frames) {
    if (frame.seq > until) break;
    for (const change of frame.changes ?? []) {
      if (change.kind !== "pod" || change.key !== key || change.op !== "put") continue;
      if (change.view.term) found = { term: change.view.term, pod: change.view };
      else if (found && change.view.uid !== found.pod.uid) found = null; // another of the same name
    }
  }
  return found;
}
