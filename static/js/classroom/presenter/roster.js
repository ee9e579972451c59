/** Who is in the room: counts, and one sign a seat, those who need help first. */
import { arrange, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const MOST_SIGNS = 240;
const ALONE = new Set(["explores", "alone"]);

/** The shape of a sign: `hand`, `lost`, `follows`, `explores`, `done` or `offline`. Pure. */
export function shapeOf({ state, hand }) {
  if (hand && state !== "offline") return "hand";
  return ALONE.has(state) ? "explores" : state;
}

/** The id of the word for a state. */
export const stateWord = (state) => (state === "alone" ? "ui.room.is_alone_short" : `ui.room.is_${state}`);

/** The name of a seat as all may read it. */
export function nameOf({ seat, name }, hidden) {
  return hidden || !name ? t("ui.room.seat_n", { n: seat }) : name;
}

/** The big numbers of the head: [[count, word], …]; what nobody does is left out, but for following. Pure. */
export function headCounts({ follows, explores, alone, offline, done }) {
  const all = [[follows, "ui.room.n_follow"], [explores + alone, "ui.room.n_explore"], [done, "ui.room.n_done_word"],
    [offline, "ui.room.n_offline"]];
  return all.filter(([n], k) => n > 0 || k === 0);
}

/** A sign a seat, kept as long as it says the same. `onSeat(seat)` when one is pressed. */
export function createRoster({ onSeat, privately = false }) {
  const signs = new Map();
  const element = el("ul.signs", { "aria-label": t("ui.room.roster") });
  const rest = el("li.sign.rest", { hidden: true });

  function sign(seat) {
    const words = el("span");
    const mark = el("span.sign-mark");
    const button = el("button.sign", { type: "button", onclick: () => onSeat(signs.get(seat.seat).seat, button) }, mark,
      words, el("span.sr"));
    return { element: el("li", {}, button), button, mark, words, spoken: button.lastChild, seat };
  }

  return {
    element,
    render({ roster, room }) {
      const hidden = !privately && room.namesHidden;
      const shown = roster.slice(0, MOST_SIGNS);
      const items = shown.map((seat) => {
        const item = signs.get(seat.seat) ?? sign(seat);
        signs.set(seat.seat, item);
        item.seat = seat;
        const shape = shapeOf(seat);
        setClass(item.button, `sign is-${shape}${privately && seat.mood === "lost" ? " is-lost" : ""}`);
        const marked = shape === "hand" ? "hand" : shape === "done" ? "check" : "";
        if (item.marked !== marked) item.mark.replaceChildren(...(marked ? [icon(marked, "")] : []));
        item.marked = marked;
        setText(item.words, nameOf(seat, hidden));
        setText(item.spoken, t("ui.clauses", { first: "", second: t(stateWord(seat.state)) }));
        return item.element;
      });
      rest.hidden = roster.length <= MOST_SIGNS;
      setText(rest, rest.hidden ? "" : `+${roster.length - MOST_SIGNS}`);
      arrange(element, [...items, rest]);
      for (const number of signs.keys()) if (!roster.some(({ seat }) => seat === number)) signs.delete(number);
    },
  };
}

/** Hands that are up, and what the shapes mean. */
export function createLegend({ onHands }) {
  const words = el("b");
  const hands = el("button.hands", { type: "button", hidden: true, onclick: onHands }, icon("hand", ""), words);
  const dot = (shape) => el(`i.d.is-${shape}`, { "aria-hidden": "true" });
  const entry = (shape) => el("span.leg", {}, dot(shape), t(`ui.room.is_${shape}`));
  const element = el("div.legend-of", {}, hands, ["follows", "explores", "offline"].map(entry));
  return {
    element,
    render({ counts }) {
      hands.hidden = !counts.hand;
      setText(words, t("ui.room.hands", { n: counts.hand }));
      setAttr(hands, "title", t("ui.room.lower_all"));
    },
  };
}

/** The numbers in the head of the page. */
export function createCounts() {
  const element = el("div.counts");
  let drawn = "";
  return {
    element,
    render({ counts }) {
      const figures = headCounts(counts);
      const signature = JSON.stringify(figures);
      if (signature === drawn) return;
      drawn = signature;
      element.replaceChildren(...figures.map(([n, word]) => el("span.fs", {}, el("b.tn", { text: String(n) }), " ",
        t(word, { n }))));
    },
  };
}
