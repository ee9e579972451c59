/** What a page knows of its room, as a value: each message of the room (docs/rooms.md) makes the next one. Pure. */

const NOBODY = Object.freeze({ follows: 0, explores: 0, alone: 0, offline: 0, hand: 0, done: 0, with: 0, lost: 0 });

/** Before the first hello. `skew`: milliseconds to add to the page's clock for the server's. */
export const NOWHERE = Object.freeze({
  ready: false, presenter: false, room: null, you: null, view: {}, position: null, lesson: null, poll: null, task: null,
  tallies: {}, checks: {}, roster: [], counts: NOBODY, links: [], plan: null, notes: null, wall: {}, spot: null,
  skew: 0,
});

/** A vote as it is kept: the place of a choice, a list of places, or a number. */
const valueOf = ({ choice, choices, number }) => choice ?? choices ?? number ?? null;

/** A message about a question or a task may hold changed fields only; one with another number is another one. */
function merged(before, fields, key) {
  if (!fields) return null;
  return before && before[key] === fields[key] ? { ...before, ...fields } : fields;
}

const AWAY = new Set(["dropped", "past"]); // questions that are shown no longer

function withPoll(state, fields) {
  const poll = merged(state.poll, fields, "poll");
  return { ...state, poll: AWAY.has(poll?.state) ? null : poll };
}

function withTask(state, fields) {
  const task = merged(state.task, fields, "task");
  return { ...state, task: task?.state === "closed" ? null : task };
}

function withVote(state, { poll, round, vote }) {
  const votes = { ...state.you?.votes };
  votes[poll] = { ...votes[poll], [round]: valueOf(vote) };
  return { ...state, you: { ...state.you, votes } };
}

/** Seats in the order of the newest message, then those that it leaves out as they were. */
function withRoster(state, { all, seats, gone = [], counts }) {
  const changed = new Set(seats.map(({ seat }) => seat));
  const kept = all ? [] : state.roster.filter(({ seat }) => !changed.has(seat) && !gone.includes(seat));
  return { ...state, roster: byNeed([...seats, ...kept]), counts: counts ?? state.counts };
}

/** Who needs help first: `need` is the server's, of the same need who has waited longest comes first. */
export function byNeed(seats) {
  return seats.toSorted((a, b) => a.need - b.need || (b.since ?? 0) - (a.since ?? 0) || a.seat - b.seat);
}

const byKey = (list, key) => Object.fromEntries((list ?? []).map((item) => [item[key], item]));

function hello(state, message, now) {
  const { presenter, room, you, view, position, lesson, poll, task, nowMs } = message;
  const { roster, links, plan, tally, wall, notes } = message; // of presenters
  const first = {
    ...NOWHERE, ready: true, presenter, room, you, view, position, lesson, skew: nowMs - now, links: links ?? [],
    plan: plan ?? null, notes: notes ?? null, wall: byKey(wall?.tiles, "seat"),
    tallies: byKey(tally ? [tally] : [], "poll"),
    checks: state.checks,
  };
  const next = withTask(withPoll(first, poll), task);
  return roster ? withRoster(next, { ...roster, all: true }) : next;
}

/** With a timer comes the server's clock. */
function withRoom(state, { room: { nowMs = null, ...room } }, now) {
  return { ...state, room: { ...state.room, ...room }, skew: nowMs === null ? state.skew : nowMs - now };
}

const KINDS = {
  hello,
  stage: (state, { run, at }) => ({ ...state, position: { run: run.id, at } }),
  position: (state, { run, at }) => ({ ...state, position: { run, at } }),
  room: withRoom,
  you: (state, { you }) => ({ ...state, you: { ...state.you, ...you } }),
  view: (state, { view }) => ({ ...state, view: { ...state.view, ...view } }),
  spot: (state, { on, x, y }) => ({ ...state, spot: on ? { on, x, y } : null }),
  lesson: (state, { lesson }) => ({ ...state, lesson }),
  poll: (state, { poll }) => withPoll(state, poll),
  voted: withVote,
  tally: (state, tally) => ({ ...state, tallies: { ...state.tallies, [tally.poll]: tally } }),
  task: (state, { task }) => withTask(state, task),
  checks: (state, checks) => ({ ...state, checks: { ...state.checks, [checks.seat]: checks } }),
  sandbox: (state, { run, url, task }) => ({ ...state, you: { ...state.you, sandbox: { run, url, task } } }),
  roster: withRoster,
  wall: (state, { tiles }) => ({ ...state, wall: { ...state.wall, ...byKey(tiles, "seat") } }),
  links: (state, { links }) => ({ ...state, links }),
  plan: (state, { plan }) => ({ ...state, plan }),
};

/** The state after a message; `now`: the page's clock in milliseconds. */
export function after(state, message, now = 0) {
  return Object.hasOwn(KINDS, message.type) ? KINDS[message.type](state, message, now) : state;
}

/** One's own vote in the round that is open, or null. */
export function myVote({ you, poll }) {
  return poll ? you?.votes?.[poll.poll]?.[poll.round] ?? null : null;
}

/** What the bars of the newest round say, where they may be seen: {answered, bars, edges, moved, round, of} or null. */
export function barsOf({ tallies, poll }, round = poll?.round) {
  const tally = poll ? tallies[poll.poll] : null;
  const match = tally?.rounds.find((past) => past.round === round);
  return match ? { ...match, of: tally.of } : null;
}

/** Shares of bars in per cent, whole numbers; all 0 where nobody has answered. */
export function shares(bars) {
  const sum = bars.reduce((total, n) => total + n, 0);
  return bars.map((n) => (sum ? Math.round((100 * n) / sum) : 0));
}

/** Seconds that are left of the discussion, or null where none is on. */
export function secondsLeft({ room, skew }, now) {
  if (!room?.discussUntilMs) return null;
  const left = Math.ceil((room.discussUntilMs - (now + skew)) / 1000);
  return left > 0 ? left : null;
}

/** Seconds as 1:30. */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
