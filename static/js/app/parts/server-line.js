/** The connection to the server, and what a person is told of it. */
import { createSocket, OTHER_VERSION, socketUrl } from "../../net/socket.js";
import { t } from "../../i18n.js";

const REPORTED = new Set(["lost", "silent", "busy", "crowded"]);
const PROTOCOL = 3; // docs/protocol.md

/**
 * Opens the socket of the run for the player. Returns the socket, not yet connected. Where frames come by another line,
 * `url` is its path, `hello()` its first message, `onMessage` gets what arrives, and `whyGone` has the words for close
 * codes that are final, as ids.
 */
export function createServerLine({
  app, clock, player, tell, url = app.dataset.socket, onMessage = player.receive, whyGone = {},
  hello = () => ({ protocol: PROTOCOL, ...player.hello() }),
}) {
  let wasLost = false;

  function onState(state, detail) {
    player.setLine(state);
    app.dataset.line = state;
    if (REPORTED.has(state)) {
      wasLost = true;
      tell(t(`ui.line.${state}`), "", true);
    } else if (state === "gone") {
      const words = detail.code === OTHER_VERSION ? "ui.line.version" : whyGone[detail.code] ?? "ui.line.gone";
      tell(t(words), "wrong", true);
    } else if (state === "open" && wasLost) {
      wasLost = false;
      tell(t("ui.line.back"), "good");
    }
  }

  const socket = createSocket({ url: socketUrl(url), after: clock.timer, hello, onMessage, onState });
  player.use(socket);
  addEventListener("online", () => socket.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) socket.wake();
  });
  return socket;
}
