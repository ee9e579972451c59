/** What earlier frames told of a node in need: what it had free, and the passes of its kubelet. Pure. */

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
 * Free of one signal at each step that told of it: [{t, free, course}]; `course` is the line from there on, as long as
 * nothing else happens.
 */
export function freeOver(points, signal) {
  const out = [];
  for (const { t, view } of points) {
    const reading = view.signals.find((entry) => entry.signal === signal);
    if (!reading) continue;
    if (out.at(-1)?.t === t) out.pop(); // of one instant the last word counts
    out.push({ t, free: reading.available, course: reading.course });
  }
  return out;
}

/** Where a course has led at second `t`. */
function freeAt({ t: from, free, course }, t) {
  let [before, amount] = [from, free];
  for (const [at, level] of course) {
    if (at > t) return amount + ((level - amount) * (t - before)) / (at - before);
    [before, amount] = [at, level];
  }
  return amount;
}

/** The line through all of them up to second `until`: [{t, free}]. */
export function lineOf(points, until) {
  return points.flatMap((point, i) => {
    const end = points[i + 1]?.t ?? Math.max(until, point.t);
    const turns = point.course.filter(([at]) => at < end).map(([t, free]) => ({ t, free }));
    return [{ t: point.t, free: point.free }, ...turns, { t: end, free: freeAt(point, end) }];
  });
}

/** Passes of a node's eviction manager: [{t, number, victims: [names]}], oldest first. */
export function passesOf(points) {
  const passes = new Map();
  for (const { view } of points) {
    if (!view.pass || view.passAt === null) continue;
    const pass = passes.get(view.pass) ?? { t: view.passAt, number: view.pass, victims: [] };
    for (const row of view.ranking)
      if (row.pass === view.pass && !pass.victims.includes(row.name)) pass.victims.push(row.name);
    passes.set(view.pass, pass);
  }
  return [...passes.values()];
}
