/** The connection to the server, and what a person is told of it. */
import { createSocket, OTHER_VERSION } from "../net/socket.js";
import { t } from "../i18n.js";

const SAID = new Set(["lost", "silent", "busy"]);

/** Opens the socket of the run for the player. Returns the socket, not yet connected. */
export function createServerLine({ app, clock, player, tell }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let wasLost = false;

  function onState(state, detail) {
    player.setLine(state);
    app.dataset.line = state;
    if (SAID.has(state)) {
      wasLost = true;
      tell(t(`ui.line.${state}`), "", true);
    } else if (state === "gone") {
      tell(t(detail.code === OTHER_VERSION ? "ui.line.version" : "ui.line.gone"), "wrong", true);
    } else if (state === "open" && wasLost) {
      wasLost = false;
      tell(t("ui.line.back"), "good");
    }
  }

  const socket = createSocket({
    url: new URL(app.dataset.socket, `${scheme}://${location.host}`).href,
    WebSocket: globalThis.WebSocket,
    after: clock.timer,
    hello: player.hello,
    onMessage: player.receive,
    onState,
  });
  player.use(socket);
  addEventListener("online", () => socket.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) socket.wake();
  });
  return socket;
}
