/** Buttons that move through both runs, and the sentence of the act. */
import { el, setAttr, setText } from "../../el.js";
import { clockTime } from "../../format.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";

const KEYS = {
  ArrowRight: (playing) => playing.step(1),
  ArrowLeft: (playing) => playing.step(-1),
  " ": (playing) => playing.toggle(),
  Home: (playing) => playing.seek(0),
  End: (playing) => playing.seek(Infinity),
};

function button(name, word, run, kind = "") {
  const words = t(word);
  return el(`button.btn.ic${kind}`, { type: "button", "aria-label": words, title: words, onclick: run }, icon(name));
}

/** `onFirst()`: to the first difference. */
export function createTransport(root, playing, onFirst) {
  const play = button("play", "ui.transport.play", () => playing.toggle(), ".pri");
  const words = t("ui.change.first");
  const first = el("button.btn.ghost.first-difference", { type: "button", text: words, onclick: onFirst });
  const sentence = el("p.said");
  const time = el("span.clock");
  root.append(el("div.transport", null,
    button("home", "ui.transport.start", () => playing.seek(0)),
    button("prev", "ui.transport.back", () => playing.step(-1)),
    play,
    button("next", "ui.transport.forward", () => playing.step(1)),
    first, el("span.sp"), sentence, time));

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!Object.hasOwn(KEYS, key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest(".cm-editor, input, textarea, select, button")) return;
    event.preventDefault();
    KEYS[key](playing);
  });

  return {
    render({ frame, second, differs }) {
      setText(sentence, frame?.message ? say(frame.message) : "");
      setText(time, clockTime(second));
      first.hidden = !differs;
      play.replaceChildren(icon(playing.playing ? "pause" : "play"));
      const name = t(playing.playing ? "ui.transport.pause" : "ui.transport.play");
      setAttr(play, "aria-label", name);
      setAttr(play, "title", name);
    },
  };
}
