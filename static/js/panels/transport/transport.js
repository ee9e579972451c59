/** Transport: to the start, back, play, on; the step size; the speed; where we stand. And the keys. */
import { el, setAttr, setText } from "../../el.js";
import { actorMark, icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { clockTime } from "../../format.js";
import { SPEEDS } from "../../board/clock.js";

export const SIZES = ["into", "act", "cycle", "event", "quiet"];

/** Keys and what they do; the list in the dialog and the handler read the same table. */
export const KEYS = [
  { keys: ["Space"], word: "ui.help.space", run: (a) => a.toggle() },
  { keys: ["ArrowRight"], show: ["→"], word: "ui.help.right", run: (a) => a.forward() },
  { keys: ["ArrowLeft"], show: ["←"], word: "ui.help.left", run: (a) => a.back() },
  { keys: [".", ","], word: "ui.help.comma", always: true, run: (a, key) => (key === "." ? a.forward() : a.back()) },
  { keys: ["Home"], word: "ui.help.home", run: (a) => a.start() },
  { keys: ["End"], word: "ui.help.end", run: (a) => a.end() },
  {
    keys: ["1", "2", "3", "4", "5"],
    word: "ui.help.sizes",
    always: true,
    run: (a, key) => a.size(SIZES[Number(key) - 1]),
  },
  { keys: ["-", "+"], word: "ui.help.speed", always: true, run: (a, key) => a.speed(key === "+" ? 1 : -1) },
  { keys: ["s"], word: "ui.help.share", always: true, run: (a) => a.share() },
  { keys: ["Tab"], word: "ui.help.tab", run: null },
  { keys: ["Escape"], show: ["Esc"], word: "ui.help.escape", always: true, run: (a) => a.escape() },
  { keys: ["?"], word: "ui.help.this", always: true, run: (a) => a.help() },
];

/**
 * The entry for a key, or null. `inside` = the focus walks the board or the queue, where arrows and Space have their
 * own sense.
 */
export function keyAction(key, inside) {
  const name = key === " " ? "Space" : key === "=" ? "+" : key;
  const entry = KEYS.find((k) => k.keys.includes(name) && k.run);
  return entry && (entry.always || !inside) ? (actions) => entry.run(actions, name) : null;
}

export function createTransport(root, player, clock, actions) {
  const button = (name, word, run, kind = "") =>
    el(`button.btn.ic${kind}`, { type: "button", "aria-label": t(word), title: t(word), onclick: run }, icon(name));
  const home = button("home", "ui.transport.start", () => player.seek(0), ".wide");
  const back = button("prev", "ui.transport.back", () => player.back());
  const play = button("play", "ui.transport.play", () => player.toggle(), ".pri");
  const on = button("next", "ui.transport.forward", () => player.forward());
  const radios = SIZES.map((size) =>
    el(
      "label",
      { title: t(`ui.size.${size}_hint`) },
      el("input", { type: "radio", name: "size", value: size, onchange: () => player.setSize(size) }),
      t(`ui.size.${size}`),
    ),
  );
  const seg = el("fieldset.seg.sizes", { "aria-label": t("ui.size.label") }, radios);
  const menu = el(
    "select.btn.sizes-menu",
    { "aria-label": t("ui.size.label"), onchange: (e) => player.setSize(e.target.value) },
    SIZES.map((size) => el("option", { value: size, text: t(`ui.size.${size}`) })),
  );
  const speed = el(
    "select.btn.speed",
    {
      "aria-label": t("ui.transport.speed"),
      title: t("ui.transport.speed"),
      onchange: (e) => actions.setSpeed(Number(e.target.value)),
    },
    SPEEDS.map((s) => el("option", { value: s, text: `${s}×` })),
  );
  const legend = el(
    "span.legend.actors",
    { role: "group", "aria-label": t("ui.actor.label") },
    ["scheduler", "kubelet", "controller", "you"].map((a) => el("span", null, actorMark(a), t(`ui.actor.${a}`))),
  );
  const boardSize = el(
    "fieldset.seg.boardsize",
    { "aria-label": t("ui.boardsize.label"), hidden: true },
    ["cards", "racks", "grid"].map((size) =>
      el(
        "label",
        null,
        el("input", { type: "radio", name: "boardsize", value: size, onchange: () => actions.boardSize(size) }),
        t(`ui.boardsize.${size}`),
      ),
    ),
  );
  const steps = el("span.steps");
  const stepsSpoken = el("span.sr");
  const time = el("span.clock", { role: "timer", "aria-live": "off" });
  const help = el(
    "button.btn.ghost.ic.help",
    {
      type: "button",
      "aria-label": t("ui.transport.help"),
      title: `${t("ui.transport.help")} (?)`,
      "aria-keyshortcuts": "?",
      onclick: () => actions.help(),
    },
    icon("help", ""),
  );
  const bar = el(
    "div.transport",
    { role: "group", "aria-label": t("ui.transport.label") },
    home,
    back,
    play,
    on,
    seg,
    menu,
    speed,
    help,
    el("span.sp"),
    legend,
    boardSize,
    el("span.steps-wrap", null, steps, stepsSpoken),
    time,
  );
  root.append(bar);
  let playing = null;
  const shownTime = () => clockTime(clock.t, { short: matchMedia("(max-width: 767px)").matches });

  return {
    tick: () => setText(time, shownTime()),
    render() {
      const s = player.state;
      const at = s.model?.seq ?? 0;
      const canGoOn = s.model !== null && (at < s.head || (s.run?.canAct ?? false) || s.into !== null);
      home.disabled = at === 0 && !s.into;
      back.disabled = at === 0 && !s.into;
      on.disabled = !canGoOn;
      play.disabled = !canGoOn && !s.playing;
      if (playing !== s.playing) {
        playing = s.playing;
        play.replaceChildren(icon(playing ? "pause" : "play"));
        setAttr(play, "aria-label", t(playing ? "ui.transport.pause" : "ui.transport.play"));
        setAttr(play, "title", t(playing ? "ui.transport.pause" : "ui.transport.play"));
      }
      for (const label of radios) label.firstChild.checked = label.firstChild.value === s.size;
      menu.value = s.size;
      speed.value = String(clock.speed);
      setText(steps, t("ui.transport.steps", { at, head: s.head }));
      setAttr(steps, "aria-hidden", "true");
      setText(stepsSpoken, t("ui.transport.steps_spoken", { at, head: s.head }));
      const many = (s.model?.nodes.size ?? 0) > 12;
      boardSize.hidden = !many;
      legend.hidden = many;
      for (const label of boardSize.children)
        label.firstChild.checked = label.firstChild.value === actions.shownBoardSize();
      setText(time, shownTime());
    },
  };
}

/** The dialog that `?` opens; made when first asked for. */
export function createHelp(host) {
  let dialog = null;
  return () => {
    if (!dialog) {
      const title = el("h2", { id: "help-title", text: t("ui.help.title") });
      dialog = el(
        "dialog.help",
        { "aria-labelledby": "help-title" },
        title,
        el(
          "dl.keys",
          null,
          KEYS.map((k) => [
            el(
              "dt",
              null,
              (k.show ?? k.keys).map((key) => el("kbd", { text: key })),
            ),
            el("dd", { text: t(k.word) }),
          ]),
        ),
        el("form", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") })),
      );
      host.append(dialog);
    }
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
}
