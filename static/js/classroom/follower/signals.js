/** What a follower can tell of themselves: a raised hand, a mood, that they work alone. Each is a button and a key. */
import { button, el, setAttr } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const KEYS = { hand: "h", with: "w", lost: "l", alone: "o" };
const ICONS = { hand: "hand", with: "check", lost: "help", alone: "fork" };

/** `alone()` begins or leaves one's own board. Returns {elements, keys, words, render(you, alone)}. */
export function createSignals(line, { alone }) {
  const you = () => line.state.you;
  const feel = (mood) => () => line.command({ do: "mood", mood: you().mood === mood ? null : mood });
  const acts = {
    hand: () => line.command({ do: "hand", up: !you().hand }), with: feel("with"), lost: feel("lost"), alone,
  };
  function signal(name) {
    const [words, key] = [t(`ui.room.${name}`), KEYS[name]];
    const title = `${words} (${key.toUpperCase()})`;
    return button("btn.room-key", null, acts[name], { "aria-pressed": "false", "aria-keyshortcuts": key, title },
      icon(ICONS[name], ""), el("span", { text: words }));
  }
  const buttons = Object.fromEntries(["hand", "with", "lost", "alone"].map((name) => [name, signal(name)]));
  const press = (name, on) => setAttr(buttons[name], "aria-pressed", String(Boolean(on)));

  return {
    elements: Object.values(buttons),
    keys: Object.fromEntries(Object.entries(KEYS).map(([name, key]) => [key, acts[name]])),
    words: Object.entries(KEYS).map(([name, key]) => ({ keys: [key], word: `ui.room.${name}` })),
    render(mine, isAlone) {
      press("hand", mine?.hand);
      for (const mood of ["with", "lost"]) press(mood, mine?.mood === mood);
      press("alone", isAlone);
    },
  };
}
