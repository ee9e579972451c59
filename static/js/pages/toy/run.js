/** The run of the toy: created on the server at the first throw, then played through its socket as any other. */
import { fetchInTime } from "../../net/http.js";
import { createSocket, socketUrl } from "../../net/socket.js";

const PROTOCOL = 3; // docs/protocol.md

/** The sentence of an error page, or "". */
function sentenceOn(page) {
  const error = new DOMParser().parseFromString(page, "text/html").querySelector(".error h1 + p");
  return error?.textContent.trim() ?? "";
}

/** A new run: {run, url}, or {refusal: a sentence}, "" where the server has none. */
export async function createRun(form) {
  const body = new URLSearchParams(new FormData(form));
  const headers = { Accept: "application/json" };
  try {
    const response = await fetchInTime(form.action, { method: "POST", body, headers });
    return response.ok ? await response.json() : { refusal: sentenceOn(await response.text()) };
  } catch {
    return { refusal: "" };
  }
}

/** Resolves once the player stands in the run; `onLost()` where the line is gone for good. */
export function openRun(run, { player, clock, onLost }) {
  return new Promise((resolve) => {
    const socket = createSocket({
      url: socketUrl(`/ws/r/${run}/`), after: clock.timer,
      hello: () => ({ protocol: PROTOCOL, ...player.hello() }),
      onMessage(message) {
        player.receive(message);
        if (message.type === "hello") resolve();
      },
      onState(state) {
        player.setLine(state);
        if (state === "gone") onLost();
      },
    });
    player.use(socket);
    socket.connect();
  });
}
