/**
 * The line to a room: a source of frames for the player, as a run is, and the messages of the room for the page. Who
 * works alone has the line of their own run beside it.
 */
import { createServerLine } from "../../app/parts/server-line.js";
import { createLooking, openRunLine } from "./run-line.js";
import { after, NOWHERE } from "./state.js";

const PROTOCOL = 1; // docs/rooms.md
const OF_THE_BOARD = new Set(["frames", "union", "snapshot", "decision"]);
const MOVES = new Set(["step", "seek"]);
export const WHY_GONE = {
  4001: "ui.room.no_seat", 4003: "ui.room.removed", 4004: "ui.room.unknown", 4010: "ui.room.ended",
};

/**
 * `as`: "presenter" or "follower". `open(options)` opens the room's line, see `createServerLine`; `openRun(options)`
 * one to a run, see `createSocket`.
 */
export function createRoomLine({ as, player, clock, open = createServerLine, openRun, options }) {
  let state = NOWHERE;
  let listener = { onChange() {}, onError() {} };
  let sandbox = null; // the socket of one's own run
  let place = null; // where an explorer stood when the line was lost
  const look = createLooking({ clock, open: openRun });

  const follows = () => state.you?.mode === "follow" || (state.presenter && !state.you);

  function put(message) {
    const before = state;
    state = after(state, message, clock.now());
    listener.onChange(state, before, message);
  }

  /** A presenter acts on any stage: one that is not the room's own is copied first, by the server. */
  const mayAct = (run) => (as === "presenter" ? { ...run, canAct: true } : run);

  function stage({ run, acts, snapshot }) {
    player.receive({ type: "hello", run: mayAct(run), acts: acts ?? [], snapshot });
  }

  function hello(message) {
    put(message);
    if (message.you?.mode === "alone" && message.you.sandbox) {
      openSandbox(message.you.sandbox.run);
      return;
    }
    player.receive({ ...message.board, type: "hello", run: mayAct(message.board.run) });
    if (message.you?.mode === "explore" && place?.run === message.board.run.id) player.seek(place.seq);
  }

  function receive(message) {
    if (message.type === "hello") hello(message);
    else if (message.type === "stage") {
      put(message);
      if (!sandbox) stage(message);
    } else if (message.type === "position") {
      put(message);
      if (!sandbox && player.state.run?.id === message.run) player.receive(message);
    } else if (message.type === "gathered") {
      put(message);
      line.follow();
    } else if (message.type === "sandbox") {
      put(message);
      openSandbox(message.run);
    } else if (message.type === "error") listener.onError(message);
    else if (OF_THE_BOARD.has(message.type)) {
      if (!sandbox) player.receive(message);
    } else put(message);
  }

  function remember() {
    const { model, run } = player.state;
    place = model && run ? { run: run.id, seq: model.seq } : null;
  }

  function greeting() {
    remember();
    const have = sandbox ? null : player.hello().have;
    return { protocol: PROTOCOL, as, have: have && { run: player.state.run.id, ...have } };
  }

  /** A person who moves alone explores from now on. */
  function explore(message, purpose) {
    if (as !== "follower" || !state.you || !MOVES.has(message.do) || purpose?.why === "look") return;
    if (state.you.mode === "follow") put({ type: "you", you: { mode: "explore" } });
  }

  const source = {
    /** What the player asks for. */
    send(message, purpose) {
      if (sandbox) return sandbox.socket.send(message);
      if (purpose?.why === "lost" && as === "follower" && follows()) return socket.send({ do: "follow" });
      if (purpose?.why === "look") return look(player.state.run.id, message);
      explore(message, purpose);
      return socket.send(message);
    },
  };

  function closeSandbox() {
    sandbox?.socket.close();
    sandbox = null;
  }

  function openSandbox(run) {
    if (sandbox?.run === run) return;
    closeSandbox();
    let greeted = false;
    const mine = { run };
    sandbox = mine;
    mine.socket = openRunLine({
      run, clock, open: openRun, hello: () => (greeted ? player.hello() : {}),
      onMessage(message) {
        if (sandbox !== mine) return;
        greeted ||= message.type === "hello";
        player.receive(message);
      },
      onState: (lineState) => sandbox === mine && player.setLine(lineState),
    });
  }

  const socket = open({ ...options, clock, player, hello: greeting, onMessage: receive, whyGone: WHY_GONE });
  player.use(source);

  const line = {
    connect: socket.connect,
    /** `onChange(state, before, message)` after every message of the room, `onError(error)` after a refusal. */
    listen(to) {
      listener = to;
    },
    wake() {
      socket.wake();
      sandbox?.socket.wake();
    },
    get state() {
      return state;
    },
    /** A board of one's own is shown. */
    get alone() {
      return sandbox !== null;
    },
    /** A command of the room: {answer} or {error}; what the answer says is taken. */
    async command(message) {
      try {
        const answer = await socket.send(message);
        receive(answer);
        return { answer };
      } catch (error) {
        listener.onError(error);
        return { error };
      }
    },
    /** Back to the presenter's position. */
    async follow() {
      const moves = player.state.busy; // the answer to a move under way would lead away from what the page says it has
      const stranger = sandbox !== null || moves || player.state.run?.id !== state.position?.run;
      if (moves && player.state.model) player.seek(player.state.model.seq); // no move comes after this one
      closeSandbox();
      if (state.you) put({ type: "you", you: { mode: "follow" } });
      const { have } = stranger ? { have: null } : player.hello();
      const asked = { do: "follow", have: have && { run: player.state.run.id, ...have } };
      const { answer } = await line.command(asked);
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
