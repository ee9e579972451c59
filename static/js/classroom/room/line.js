/**
 * The line to a room: a source of frames for the player, as a run is, and the messages of the room for the page. Who
 * works alone has the line of their own run beside it.
 */
import { createServerLine } from "../../app/parts/server-line.js";
import { createLooking, createSandbox } from "./run-line.js";
import { after, NOWHERE } from "./state.js";

const PROTOCOL = 1; // docs/rooms.md
const OF_THE_BOARD = new Set(["frames", "union", "snapshot", "decision"]);
const MOVES = new Set(["step", "seek"]);
export const WHY_GONE = {
  4001: "ui.room.no_seat", 4003: "ui.room.removed", 4004: "ui.room.unknown", 4010: "ui.room.ended",
};

/** What is known of the room; its listener hears of each message. */
function createRoomState(clock) {
  const room = {
    state: NOWHERE,
    listener: { onChange() {}, onError() {} },
    put(message) {
      const before = room.state;
      room.state = after(before, message, clock.now());
      room.listener.onChange(room.state, before, message);
    },
    get follows() {
      const { you, presenter } = room.state;
      return you?.mode === "follow" || (presenter && !you);
    },
  };
  return room;
}

/** What the player asks, and whom. */
function createSource({ as, player, room, sandbox, socket, look }) {
  /** A person who moves alone explores from now on. */
  function explore(message, purpose) {
    const { you } = room.state;
    if (as !== "follower" || !you || !MOVES.has(message.do) || purpose?.why === "look") return;
    if (you.mode === "follow") room.put({ type: "you", you: { mode: "explore" } });
  }

  return {
    send(message, purpose) {
      if (sandbox.socket) return sandbox.socket.send(message);
      if (purpose?.why === "lost" && as === "follower" && room.follows) return socket.send({ do: "follow" });
      if (purpose?.why === "look") return look(player.state.run.id, message);
      explore(message, purpose);
      return socket.send(message);
    },
  };
}

/**
 * `as`: "presenter" or "follower". `open(options)` opens the room's line, see `createServerLine`; `openRun(options)`
 * one to a run, see `createSocket`.
 */
export function createRoomLine({ as, player, clock, open = createServerLine, openRun, options }) {
  const room = createRoomState(clock);
  const { put } = room;
  const sandbox = createSandbox({ player, clock, openRun });
  let place = null; // where an explorer stood when the line was lost

  /** A presenter acts on any stage: one that is not the room's own is copied first, by the server. */
  const mayAct = (run) => (as === "presenter" ? { ...run, canAct: true } : run);

  function stage({ run, acts, snapshot }) {
    player.receive({ type: "hello", run: mayAct(run), acts: acts ?? [], snapshot });
  }

  function hello(message) {
    put(message);
    if (message.you?.mode === "alone" && message.you.sandbox) {
      sandbox.open(message.you.sandbox.run);
      return;
    }
    player.receive({ ...message.board, type: "hello", run: mayAct(message.board.run) });
    if (message.you?.mode === "explore" && place?.run === message.board.run.id) player.seek(place.seq);
  }

  function receive(message) {
    const { type } = message;
    if (type === "hello") hello(message);
    else if (type === "error") room.listener.onError(message);
    else if (!OF_THE_BOARD.has(type)) change(message);
    else if (!sandbox.socket) player.receive(message);
  }

  function change(message) {
    const { type } = message;
    put(message);
    if (type === "gathered") line.follow();
    else if (type === "sandbox") sandbox.open(message.run);
    else if (sandbox.socket) return;
    else if (type === "stage") stage(message);
    else if (type === "position" && player.state.run?.id === message.run) player.receive(message);
  }

  function greeting() {
    const { model, run } = player.state;
    place = model && run ? { run: run.id, seq: model.seq } : null;
    const have = sandbox.socket ? null : player.hello().have;
    return { protocol: PROTOCOL, as, have: have && { run: run.id, ...have } };
  }

  const socket = open({ ...options, clock, player, hello: greeting, onMessage: receive, whyGone: WHY_GONE });
  const look = createLooking({ clock, open: openRun });
  player.use(createSource({ as, player, room, sandbox, socket, look }));

  const line = {
    connect: socket.connect,
    /** `onChange(state, before, message)` after every message of the room, `onError(error)` after a refusal. */
    listen(to) { room.listener = to; },
    wake() {
      socket.wake();
      sandbox.socket?.wake();
    },
    get state() { return room.state; },
    /** A board of one's own is shown. */
    get alone() { return sandbox.socket !== null; },
    /** A command of the room: {answer} or {error}; what the answer says is taken. */
    async command(message) {
      try {
        const answer = await socket.send(message);
        receive(answer);
        return { answer };
      } catch (error) {
        room.listener.onError(error);
        return { error };
      }
    },
    /** Back to the presenter's position. */
    async follow() {
      const moves = player.state.busy; // the answer to a move under way would lead away from what the page says it has
      const stranger = sandbox.socket !== null || moves || player.state.run?.id !== room.state.position?.run;
      if (moves && player.state.model) player.seek(player.state.model.seq); // no move comes after this one
      sandbox.close();
      if (room.state.you) put({ type: "you", you: { mode: "follow" } });
      const { have } = stranger ? { have: null } : player.hello();
      const request = { do: "follow", have: have && { run: player.state.run.id, ...have } };
      const { answer } = await line.command(request);
      if (answer && stranger && answer.type !== "stage") await line.again();
    },
    /** Everything of the room and of the stage anew. */
    again: () => line.command({ do: "hello", protocol: PROTOCOL, as }),
    workAlone: (fresh = false) => line.command({ do: "alone", fresh }),
    /** A command whose answer nobody waits for. */
    tell: socket.post,
  };
  return line;
}
