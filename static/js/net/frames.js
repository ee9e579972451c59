/**
 * The browser's copy of a run's state, as values. Pure: no DOM, no clock, no socket.
 *
 * Model = {seq, t, hash, nodes, pods, spans, classes, groups, workloads, services, volumes, claims, disks, processes,
 *   identities, timers, pressures, drains, truths, stuck, tallies: Map, scheduler, network, safety, trouble, rules,
 *   frame, decisions: Map,
 *   last: Outline | null}
 * Outline = the outline of a decision, with `signs`, a Map of its verdicts: node → {refusal: Refusal | null, total:
 *   number | null}
 * Change = {kind, key, before, after}; `before` or `after` is null for what came or went.
 */
const by = (field) => (view) => view[field];

/** Kind of a change → table of the model, and the key of a view in it (docs/protocol.md). */
const TABLES = {
  node: ["nodes", by("name")],
  pod: ["pods", by("key")],
  span: ["spans", by("id")],
  class: ["classes", by("name")],
  group: ["groups", by("key")],
  workload: ["workloads", (view) => `${view.kind}/${view.key}`], // a Deployment and a ReplicaSet may share a name
  service: ["services", by("key")],
  volume: ["volumes", by("name")],
  claim: ["claims", by("key")],
  disk: ["disks", by("key")],
  process: ["processes", (view) => `${view.node}/${view.uid}`],
  identity: ["identities", by("key")],
  timer: ["timers", by("key")],
  pressure: ["pressures", by("node")],
  drain: ["drains", by("node")],
  truth: ["truths", by("node")],
  stuck: ["stuck", by("pod")],
  tally: ["tallies", by("key")],
};
const SINGLE = ["scheduler", "network", "safety", "trouble"]; // one view each, all but the first may be null

/** The outline of a decision as the wire has it → Outline; null where there is none. */
export function outlineOf(view) {
  if (!view) return null;
  const sign = ([node, refusal, total]) => [node, { refusal: refusal === null ? null : view.refusals[refusal], total }];
  return { ...view, signs: new Map(view.verdicts.map(sign)) };
}

/** What is kept of each decision, as snapshots have it; its verdicts are those of `last`. */
const briefOf = ({ pod, uid, cycle, result, node, spreads, group }) => (
  { pod, uid, cycle, result, node, spreads, ...(group && { group }) });

/** Whether two values of the wire say the same. */
function same(a, b) {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

/**
 * Snapshot of the wire → model. Views that say the same as those of the model `before` are these: what is drawn of
 * them stands already, and states far from each other share them.
 */
export function fromSnapshot(snapshot, before = null) {
  const model = {
    seq: snapshot.seq,
    t: snapshot.t,
    hash: snapshot.hash ?? null,
    scheduler: snapshot.scheduler ?? { running: true },
    network: snapshot.network ?? null,
    safety: snapshot.safety ?? null,
    trouble: snapshot.trouble ?? null,
    rules: snapshot.rules,
    frame: snapshot.frame ?? null,
    decisions: new Map(Object.entries(snapshot.decisions ?? {})),
    last: outlineOf(snapshot.last),
  };
  for (const [table, key] of Object.values(TABLES)) {
    const rows = before?.[table];
    model[table] = new Map((snapshot[table] ?? []).map((view) => {
      const name = key(view);
      const old = rows?.get(name);
      return [name, old && same(old, view) ? old : view];
    }));
  }
  return model;
}

/** A row of a ranking: a number is the row of that index before, `was` that row with other fields. */
function rowAfter(rows, row) {
  if (typeof row === "number") return rows[row];
  if (row.was === undefined) return row;
  const { was, ...fields } = row;
  return { ...rows[was], ...fields };
}

/** The view after a change of single fields. */
function viewWith(before, fields) {
  const after = { ...before, ...fields };
  if (fields.ranking) after.ranking = fields.ranking.map((row) => rowAfter(before.ranking, row));
  return after;
}

const AFTER = { put: (before, view) => view, set: viewWith, del: () => null };

/** The changes a frame makes, with what was there before. */
export function changesOf(model, frame) {
  const changes = [];
  for (const { op, kind, key, view } of frame.changes ?? []) {
    if (SINGLE.includes(kind)) {
      changes.push({ kind, key: kind, before: model[kind], after: AFTER[op](model[kind], view) });
      continue;
    }
    const [table, keyOf] = TABLES[kind] ?? [];
    if (!table) continue; // a newer server may know more kinds than this page
    const before = model[table].get(key) ?? null;
    changes.push({ kind, key: key ?? (view && keyOf(view)), before, after: AFTER[op](before, view) });
  }
  return changes;
}

/** Model after `changes`; tables that no change touches are shared with the old model. */
export function apply(model, changes) {
  const next = { ...model };
  for (const { kind, key, after } of changes) {
    if (SINGLE.includes(kind)) {
      next[kind] = after;
      continue;
    }
    const [table] = TABLES[kind];
    if (next[table] === model[table]) next[table] = new Map(model[table]);
    if (after === null) next[table].delete(key);
    else next[table].set(key, after);
  }
  return next;
}

/** `next` without the decisions about pods that `changes` took away. */
function forgetGone(model, next, changes) {
  for (const { kind, key, after } of changes) {
    if (kind === "pod" && after === null && next.decisions.has(key)) {
      if (next.decisions === model.decisions) next.decisions = new Map(model.decisions);
      next.decisions.delete(key);
    }
  }
}

/** (model, union of all that happened between two steps) → {model, changes, gap}. */
function leap(model, union) {
  if (union.from !== model.seq) return { model, changes: [], gap: true };
  const changes = changesOf(model, union);
  const next = apply(model, changes);
  Object.assign(next, { seq: union.seq, t: union.t, hash: null, frame: union.frame });
  if (union.last) next.last = outlineOf(union.last);
  if (union.decisions.length) {
    next.decisions = new Map([...model.decisions, ...union.decisions.map((decision) => [decision.pod, decision])]);
  }
  forgetGone(model, next, changes);
  return { model: next, changes, gap: false };
}

/**
 * (model, frame or union) → {model, changes, gap}. One that does not follow the model changes nothing: ask for a
 * snapshot.
 */
export function step(model, frame) {
  if (frame.type === "union") return leap(model, frame);
  if (frame.seq !== model.seq + 1) return { model, changes: [], gap: true };
  const changes = changesOf(model, frame);
  const next = apply(model, changes);
  next.seq = frame.seq;
  next.t = frame.t;
  next.hash = null;
  next.frame = frame;
  if (frame.decision) {
    next.last = outlineOf(frame.decision);
    next.decisions = new Map(model.decisions).set(frame.decision.pod, briefOf(frame.decision));
  }
  forgetGone(model, next, changes);
  return { model: next, changes, gap: false };
}
