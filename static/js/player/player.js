/**
 * Where this browser stands in a run, and how it moves: step, back, seek, play, into. No DOM.
 *
 * `head` is the furthest step of the run; inputs go in only there. The position is this page's own.
 * Frames that came once are kept, so going back and forth over them asks nobody.
 * Emits: "frame" (one act applied), "jump" (state replaced), "into" (cursor moved), "state" (anything else), "error", "gap" {from, until, next, rate}.
 */
import { fromSnapshot, step as applyFrame } from "../net/frames.js";
import { stopsOf } from "../board/decision/into.js";
import { gapAhead, nextKnown } from "./gap.js";

const KEEP_MODELS = 400;
const KEEP_FRAMES = 4000;
const MOST_ONE_BY_ONE = 4;
const MOST_FRAMES = 200;
const MOST_PIECES = 25;
const MOST_RECALLED = 400;
const ACTS_PER_SECOND_WITH_TRAVEL = 8;
const LASTS_MS = { schedule: 760, bind: 700, preempt: 460, removed: 460, requeue: 440 };

/** Real milliseconds an act takes on the board at this speed. */
export function lasts(kind, speed) {
  return (LASTS_MS[kind] ?? 260) / Math.max(1, speed);
}

/** Last act at or before virtual time `t` (0 = the start). `acts` = [[seq, t, …], …] ascending. */
export function seqAtTime(acts, t) {
  let seq = 0;
  for (const act of acts) {
    if (act[1] > t + 1e-9) break;
    seq = act[0];
  }
  return seq;
}

/** Where a step of `size` back from `seq` lands. */
export function backTarget(acts, seq, size) {
  if (seq <= 0) return 0;
  const at = acts.findIndex((a) => a[0] === seq);
  if (size === "act" || size === "into" || at < 0) return seq - 1;
  const starts = (i) => {
    const [act, earlier] = [acts[i], acts[i - 1]];
    if (!earlier) return true;
    if (size === "event") return earlier[1] < act[1];
    if (size === "quiet") return act[2] === "you";
    return act[3] === "schedule" || act[2] !== earlier[2];
  };
  let i = at;
  while (i > 0 && !starts(i)) i -= 1;
  return acts[i][0] - 1;
}

export function createPlayer({ clock, emit, initial = {} }) {
  const models = new Map();
  const frames = new Map();
  const s = {
    run: null,
    head: 0,
    acts: [],
    model: null,
    size: "act",
    into: null,
    playing: false,
    busy: false,
    quiet: false,
    line: "connecting",
  };
  let socket = null;
  let queue = [];
  let cancelHold = null;
  let known = null; // {seq, hash} the server told last
  let fetchedUntil = 0;
  let asking = false;
  let askAgainAt = 0;
  let wanted = null;
  let wait = null; // a long one, gone through faster
  let wantInto = initial.into ?? null;
  let start = null; // the model of step 0, once it was seen
  let recalled = 0; // up to this step nothing more is asked for
  let path = { size: -1, until: -1, list: [] };

  function remember(map, key, value, most) {
    map.delete(key);
    map.set(key, value);
    if (map.size > most) map.delete(map.keys().next().value);
  }

  function keepFrames(list) {
    for (const frame of list) {
      remember(frames, frame.seq, frame, KEEP_FRAMES);
      const last = s.acts.length ? s.acts[s.acts.length - 1][0] : 0;
      if (frame.seq > last) s.acts.push([frame.seq, frame.t, frame.actor, frame.kind, frame.focus?.pods?.[0] ?? null]);
    }
  }

  function raiseHead(head) {
    if (head !== undefined && head !== null && head > s.head) s.head = head;
  }

  function setModel(model) {
    s.model = model;
    if (model.seq === 0) start = model;
    remember(models, model.seq, model, KEEP_MODELS);
  }

  function jump(model, why = "seek") {
    dropQueue();
    s.into = null;
    setModel(model);
    clock.t = model.t;
    fetchedUntil = model.t;
    emit("jump", { model, why });
  }

  function dropQueue() {
    queue = [];
    wait = null;
    cancelHold?.();
    cancelHold = null;
  }

  /** Apply one frame. `travel` false when there is no time for it. */
  function applyOne(frame, { travel, rate = 1, more = false }) {
    const before = s.model;
    const { model, changes, gap } = applyFrame(before, frame);
    if (gap) {
      if (frame.seq > before.seq) requestSeek(frame.seq);
      return false;
    }
    if (known && known.seq === model.seq) model.hash = known.hash;
    s.into = null;
    wait = null;
    setModel(model);
    clock.t = model.t;
    emit("frame", { before, model, changes, frame, travel, rate, more });
    return true;
  }

  /** Everything still waiting is applied now, without motion. */
  function flush() {
    cancelHold?.();
    cancelHold = null;
    const rest = queue;
    queue = [];
    if (rest.length) applyAll(rest);
  }

  function applyAll(list) {
    if (list.length === 1) {
      applyOne(list[0], { travel: false });
      return;
    }
    let model = s.model;
    for (const frame of list) {
      const next = applyFrame(model, frame);
      if (next.gap) {
        requestSeek(frame.seq);
        return;
      }
      model = next.model;
      remember(models, model.seq, model, KEEP_MODELS);
    }
    if (known && known.seq === model.seq) model.hash = known.hash;
    s.into = null;
    setModel(model);
    clock.t = model.t;
    emit("jump", { model, why: "many", count: list.length });
  }

  /** One act after another, each ending before the next begins. */
  function drain() {
    if (cancelHold || !queue.length) return;
    const frame = queue.shift();
    const ms = lasts(frame.kind, s.playing ? clock.speed : 1);
    const rate = s.playing ? Math.max(1, clock.speed) : 1;
    const travel = ms >= 1000 / ACTS_PER_SECOND_WITH_TRAVEL;
    if (!applyOne(frame, { travel, rate, more: queue.length > 0 })) return;
    cancelHold = clock.after(ms, () => {
      cancelHold = null;
      if (!s.playing) drain();
    });
  }

  function enqueue(list) {
    if (!list.length) return;
    if (!s.playing && list.length > MOST_ONE_BY_ONE) {
      applyAll(list);
      return;
    }
    queue.push(...list);
    if (!s.playing) drain();
  }

  function lastSeq() {
    return queue.length ? queue[queue.length - 1].seq : s.model.seq;
  }

  function takeFrames(message) {
    keepFrames(message.frames ?? []);
    raiseHead(message.head);
    raiseHead(message.to);
    if (message.hash) known = { seq: message.to, hash: message.hash };
    s.quiet = Boolean(message.quiet);
  }

  async function ask(message) {
    try {
      return await socket.send(message);
    } catch (error) {
      if (error.code !== "net.lost" && error.code !== "net.offline") emit("error", error);
      raiseHead(error.head);
      if (error.snapshot) jump(fromSnapshot(error.snapshot), "race");
      return null;
    }
  }

  async function requestSeek(to) {
    wanted = to;
    if (s.busy) return;
    s.busy = true;
    while (wanted !== null) {
      const target = wanted;
      wanted = null;
      const answer = await ask({ do: "seek", to: target });
      if (!answer) break;
      raiseHead(answer.head);
      if (answer.snapshot && wanted === null) jump(fromSnapshot(answer.snapshot));
    }
    s.busy = false;
    emit("state");
  }

  async function fetchNext() {
    const next = frames.get(s.model.seq + 1);
    if (next) return next;
    const answer = await ask({ do: "step", from: s.model.seq, size: "act" });
    if (!answer) return null;
    takeFrames(answer);
    if (!answer.frames?.length) emit("state", { end: answer.end, quiet: answer.quiet });
    return answer.frames?.[0] ?? null;
  }

  async function guarded(work) {
    if (s.busy || !s.model) return;
    s.busy = true;
    try {
      await work();
    } finally {
      s.busy = false;
      emit("state");
    }
  }

  async function intoForward() {
    if (s.into) {
      if (s.into.k + 1 < s.into.stops.length) {
        s.into = { ...s.into, k: s.into.k + 1 };
        emit("into", { into: s.into });
      } else {
        enqueue([s.into.frame]);
      }
      return;
    }
    const frame = await fetchNext();
    if (!frame || frame.seq !== s.model.seq + 1) return;
    if (frame.decision) openInto(frame, 0);
    else enqueue([frame]);
  }

  function openInto(frame, k) {
    const stops = stopsOf(frame.decision);
    s.into = { frame, decision: frame.decision, stops, k: Math.max(0, Math.min(k, stops.length - 1)) };
    emit("into", { into: s.into });
  }

  function forward(size = s.size) {
    pause();
    flush();
    return guarded(async () => {
      if (size === "into") return intoForward();
      if (s.into && size === "act") return enqueue([s.into.frame]);
      const kept = frames.get(s.model.seq + 1);
      if (size === "act" && kept) return enqueue([kept]);
      // a long way to quiet comes in pieces; each is shown when it is there
      for (let piece = 0; piece < MOST_PIECES; piece += 1) {
        const answer = await ask({ do: "step", from: s.model.seq, size, limit: MOST_FRAMES });
        if (!answer) return;
        takeFrames(answer);
        const list = answer.frames ?? [];
        enqueue(list);
        if (!list.length) emit("state", { end: answer.end, quiet: answer.quiet });
        if (size !== "quiet" || list.length < MOST_FRAMES || answer.quiet || answer.end) return;
      }
    });
  }

  function back(size = s.size) {
    pause();
    flush();
    if (!s.model) return;
    if (s.into) {
      if (size === "into" && s.into.k > 0) {
        s.into = { ...s.into, k: s.into.k - 1 };
        emit("into", { into: s.into });
      } else {
        s.into = null;
        emit("jump", { model: s.model, why: "seek" });
      }
      return;
    }
    if (s.model.seq === 0) return;
    const frame = frames.get(s.model.seq) ?? (s.model.frame?.seq === s.model.seq ? s.model.frame : null);
    const earlier = models.get(s.model.seq - 1);
    if (size === "into" && frame?.decision && earlier) {
      jump(earlier);
      frames.set(frame.seq, frame);
      openInto(frame, Infinity);
      return;
    }
    seek(backTarget(s.acts, s.model.seq, size));
  }

  function seek(to) {
    if (!s.model) return;
    pause();
    dropQueue();
    const target = Math.max(0, Math.min(to, s.head));
    if (target === s.model.seq && !s.into) return;
    const kept = models.get(target);
    if (kept) {
      wanted = null;
      jump(kept);
    } else requestSeek(target);
  }

  /* ---- play ---- */

  function play() {
    if (!s.model || s.playing) return;
    flush();
    s.into = null;
    s.playing = true;
    s.quiet = false;
    fetchedUntil = clock.t;
    askAgainAt = 0;
    clock.play();
    emit("state");
  }

  function pause() {
    if (!s.playing) return;
    s.playing = false;
    clock.pause();
    // acts of one's own run that are due have happened: who acts now acts after them
    const due = lastSeq() === s.head && s.run?.canAct ? queue.filter((frame) => frame.t <= clock.t) : [];
    dropQueue(); // its frames are kept and come again when asked
    if (due.length) applyAll(due);
    emit("state");
  }

  async function prefetch() {
    if (asking || clock.now() < askAgainAt) return;
    const from = lastSeq();
    const kept = frames.get(from + 1);
    // at the head only as far as one answer takes: who pauses in a long wait may still act in it
    const ahead = wait && from >= s.head ? 0.1 : 0.4;
    const horizon = Math.max(clock.t, queue.length ? queue[queue.length - 1].t : 0) + ahead * pace();
    if (kept) {
      if (kept.t <= horizon) queue.push(kept);
      fetchedUntil = Math.max(fetchedUntil, Math.min(horizon, kept.t));
      return;
    }
    asking = true;
    const recorded = from < s.head;
    const until = recorded ? horizon + 4 * pace() : horizon;
    const limit = recorded ? 60 : Math.max(1, Math.ceil(clock.speed));
    const answer = await ask({ do: "step", from, size: "time", until, limit });
    asking = false;
    if (!answer || !s.playing || lastSeq() !== from) {
      if (answer) takeFrames(answer);
      else pause();
      return;
    }
    takeFrames(answer);
    const list = answer.frames ?? [];
    fetchedUntil = list.length >= limit ? list[list.length - 1].t : until;
    queue.push(...list);
    if (!list.length) {
      askAgainAt = clock.now() + 150;
      if (answer.quiet || answer.end) {
        pause();
        emit("state", { end: answer.end, quiet: answer.quiet });
      }
    }
  }

  /** Virtual seconds a real second just now. */
  function pace() {
    return wait && clock.t < wait.until ? Math.max(clock.speed, wait.rate) : clock.speed;
  }

  /** A long wait is found once, when it begins, and said once. */
  function lookAhead() {
    if (wait) {
      if (clock.t >= wait.next) wait = null;
      return;
    }
    wait = gapAhead(clock.t, queue[0]?.t ?? nextKnown(s.model, s.acts, s.head), clock.speed);
    if (wait) emit("gap", wait);
  }

  function tick(dt) {
    if (!s.playing || !s.model) return;
    if (!cancelHold) {
      const due = queue[0]?.t ?? Infinity;
      lookAhead();
      const step = wait ? Math.min(dt * wait.rate, Math.max(dt * clock.speed, wait.until - clock.t)) : dt * clock.speed;
      const next = Math.min(clock.t + step, Math.max(clock.t, fetchedUntil, due === Infinity ? 0 : due));
      if (due <= next) drain();
      else clock.t = next;
    }
    // at the head no more than one act ahead of what is seen: inputs go in only at the head
    if (queue.length < (lastSeq() < s.head ? 2 : 1) && clock.t + (wait ? 0.08 : 0.3) * pace() >= fetchedUntil) prefetch();
    emit("tick");
  }

  clock.onTick(tick);

  /* ---- what comes from the server ---- */

  function receive(message) {
    switch (message.type) {
      case "hello":
        s.run = message.run;
        raiseHead(message.run.head);
        if (message.acts) s.acts = message.acts.map((a) => [...a]);
        if (message.snapshot) {
          const kept = s.model;
          jump(fromSnapshot(message.snapshot), kept ? "resume" : "first");
        } else {
          keepFrames(message.frames ?? []);
          for (const frame of message.frames ?? []) if (frame.seq === s.model.seq + 1) applyOne(frame, { travel: false });
        }
        emit("hello", message);
        if (wantInto !== null) {
          const k = wantInto;
          wantInto = null;
          guarded(async () => {
            const frame = await fetchNext();
            if (!frame?.decision || frame.seq !== s.model.seq + 1) return;
            s.size = "into";
            openInto(frame, k);
          });
        }
        break;
      case "frames": {
        const follows = message.from === lastSeq() && !s.into;
        takeFrames(message);
        if (follows) enqueue(message.frames);
        emit("state", { others: true });
        break;
      }
      case "snapshot":
        raiseHead(message.head);
        jump(fromSnapshot(message.snapshot));
        break;
      case "head": {
        const follows = s.model && s.model.seq === s.head && !s.into && !queue.length;
        raiseHead(message.head);
        if (follows && !s.playing) requestSeek(s.head);
        emit("state");
        break;
      }
      case "error":
        emit("error", message);
        break;
      default:
        emit("state", { message });
    }
  }

  /** An input happens when it is given by the clock that its giver sees: between two acts that is later than the step. */
  function giving(input) {
    const seen = Math.round(clock.t * 1000) / 1000;
    const between = queue.length === 0 && !s.into && seen > s.model.t;
    pause();
    flush();
    return { do: "input", from: s.model.seq, input: between ? { ...input, at: seen } : input };
  }

  return {
    state: s,
    receive,
    use(value) {
      socket = value;
    },
    hello: () => ({
      at: s.model ? s.model.seq : initial.at ?? null,
      have: s.model?.hash ? { seq: s.model.seq, hash: s.model.hash } : null,
    }),
    forward,
    back,
    seek,
    play,
    pause,
    flush,
    toggle: () => (s.playing ? pause() : play()),
    setSize(size) {
      s.size = size;
      emit("state");
    },
    setLine(line) {
      s.line = line;
      if (line !== "open") asking = false;
      emit("state");
    },
    /** The state of step 0, if it was ever seen. */
    get start() {
      return start;
    },
    /** Grows with what is known of the past. */
    get framesKnown() {
      return frames.size + (start ? 0.5 : 0);
    },
    /** The frames that led to a step, as far as they came by, in order. */
    framesUpTo(until) {
      if (path.size !== frames.size || path.until !== until) path = { size: frames.size, until, list: [...frames.values()].filter((frame) => frame.seq <= until).sort((a, b) => a.seq - b.seq) };
      return path.list;
    },
    /** Asks once for what led here and never came by, the last frames of it; the server then knows again where this page stands. */
    async recall() {
      const to = s.model.seq;
      let at = Math.max(0, to - MOST_RECALLED);
      while (at < to && frames.has(at + 1)) at += 1;
      if (to <= recalled || (at === to && (start || to > MOST_RECALLED))) return;
      recalled = to;
      if (!start && to <= MOST_RECALLED) {
        const first = await ask({ do: "seek", to: 0 });
        if (first?.snapshot) start = fromSnapshot(first.snapshot);
        at = 0;
      }
      while (at < to) {
        const answer = await ask({ do: "step", from: at, size: "quiet", limit: Math.min(MOST_FRAMES, to - at) });
        if (!answer?.frames?.length) break;
        keepFrames(answer.frames);
        at = answer.to;
      }
      emit("recall");
    },
    /** The frame that leads on from a step, where it came by already; null: it did not. */
    frameAfter: (seq) => frames.get(seq + 1) ?? null,
    /** The state shown just before the position, when it is still at hand. */
    modelAt: (seq) => models.get(seq) ?? null,
    get atHead() {
      return s.model !== null && s.model.seq === s.head;
    },
    /** Nothing is asked, waits to be shown, or plays: what is seen stays until somebody does something. */
    get still() {
      return s.model !== null && !s.busy && !s.playing && !asking && queue.length === 0 && cancelHold === null;
    },
    /** Give an input at head. Resolves to true when it was taken. */
    async input(value) {
      const answer = await ask(giving(value));
      if (!answer) return false;
      takeFrames(answer);
      enqueue(answer.frames ?? []);
      return true;
    },
    /** The same, but the refusal comes back for the form that asked. */
    async tryInput(value) {
      const message = giving(value);
      try {
        const answer = await socket.send(message);
        takeFrames(answer);
        enqueue(answer.frames ?? []);
        return { ok: true };
      } catch (error) {
        raiseHead(error.head);
        if (error.snapshot) jump(fromSnapshot(error.snapshot), "race");
        return { ok: false, error };
      }
    },
  };
}
