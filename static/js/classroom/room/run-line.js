/** A line to a run beside that of the room: for one's own board, and for panels that look back and move nobody. */
import { createSocket, socketUrl } from "../../net/socket.js";

const PROTOCOL = 3; // docs/protocol.md

/** Opens the socket of `run`. `hello()`: the fields of its first message; for the others see `createSocket`. */
export function openRunLine({ run, clock, hello = () => ({}), onMessage, onState = () => {}, open = createSocket }) {
  const socket = open({
    url: socketUrl(`/ws/r/${run}/`), after: clock.timer, hello: () => ({ protocol: PROTOCOL, ...hello() }), onMessage,
    onState,
  });
  socket.connect();
  return socket;
}

/** The line to one's own run, for who works alone; `socket` is null where nobody does. */
export function createSandbox({ player, clock, openRun }) {
  let line = null; // {run, socket}

  function close() {
    line?.socket.close();
    line = null;
  }

  return {
    close,
    get socket() { return line?.socket ?? null; },
    open(run) {
      if (line?.run === run) return;
      close();
      let greeted = false;
      const mine = { run };
      line = mine;
      mine.socket = openRunLine({
        run, clock, open: openRun, hello: () => (greeted ? player.hello() : {}),
        onMessage(message) {
          if (line !== mine) return;
          greeted ||= message.type === "hello";
          player.receive(message);
        },
        onState: (state) => line === mine && player.setLine(state),
      });
    },
  };
}

/** Returns `look(run, message)`: the answer of a line that is opened when something is first looked up. */
export function createLooking({ clock, open }) {
  let line = null; // {run, socket, there}

  return async function look(run, message) {
    if (line?.run !== run) {
      line?.socket.close();
      const next = { run };
      next.there = new Promise((resolve) => {
        next.socket = openRunLine({ run, clock, open, onMessage: (hello) => hello.type === "hello" && resolve() });
      });
      line = next;
    }
    const { there, socket } = line;
    await there;
    return socket.send(message);
  };
}
