/** The wall: everybody's own board as a tile; who is done, after how long; any two side by side. */
import { closeRow, showDialog } from "../../dialog.js";
import { arrange, button, el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { inWords, miniBoard } from "./mini-board.js";
import { nameOf } from "./roster.js";
import { plain } from "../room/texts.js";
import { minutes } from "../room/state.js";

const ORDERS = ["help", "done", "name"];
const BEHIND = { help: -1, done: 1, name: 0 };

/** Tiles in order: who is not done first (`help`), who is done first and fastest (`done`), by name. Pure. */
export function ordered(tiles, order, nameOfSeat) {
  const names = (a, b) => nameOfSeat(a.seat).localeCompare(nameOfSeat(b.seat)) || a.seat - b.seat;
  if (order === "name") return tiles.toSorted(names);
  const sign = BEHIND[order];
  return tiles.toSorted((a, b) => sign * (Number(b.done) - Number(a.done))
    || (order === "done" ? a.seconds - b.seconds : b.failed.length - a.failed.length) || names(a, b));
}

function createTile(onOpen, onCompare) {
  const name = el("b.tile-name");
  const progress = el("span.tile-said.tn");
  const mark = el("span.tile-mark");
  const picture = el("span.tile-picture");
  const way = el("span.tile-way", { hidden: true });
  const words = el("span.sr");
  const open = el("button.tile-open", { type: "button", onclick: () => onOpen(tile.board, open) }, picture,
    el("span.tile-foot", {}, mark, name, progress, way), words);
  const box = el("input", { type: "checkbox", onchange: () => onCompare(tile.board.seat, box.checked) });
  const compare = el("label.tile-compare", {}, box, t("ui.room.compare"));
  const tile = {
    element: el("li.tile", {}, open, compare),
    compare: box,
    board: null,
    render(board, title) {
      setText(name, title);
      if (tile.board === board) return;
      tile.board = board;
      picture.replaceChildren(miniBoard(board));
      mark.replaceChildren(...(board.done ? [icon("check", "")] : []));
      const figures = { time: minutes(board.seconds), n: board.inputs };
      setText(progress, t(board.done ? "ui.room.done_after" : "ui.room.at_work", figures));
      way.hidden = !board.way;
      setText(way, board.way ? plain(board.way) : "");
      setText(words, `, ${inWords(board, t("ui.room.waiting"))}`);
      tile.element.classList.toggle("is-done", board.done);
    },
  };
  return tile;
}

/** `onOpen(seat, tile)` when a tile is pressed. Returns {element, render(state), toggle(open)}. */
export function createWall({ onOpen, onClose, onReset }) {
  const tiles = new Map();
  const list = el("ul.tiles");
  const count = el("p.ink2.tn", { role: "status" });
  let order = "help";
  let compared = [];
  let state = null;
  const radios = ORDERS.map((name) => el("label", {}, el("input", {
    type: "radio", name: "wall-order", value: name, checked: name === order, onchange: () => render(state, name),
  }), t(`ui.room.order_${name}`)));
  const onlyOpen = el("input", { type: "checkbox", onchange: () => render(state) });
  const filter = el("label.row", {}, onlyOpen, t("ui.room.only_open"));
  const both = button("btn", t("ui.room.compare_two"), showBoth, { hidden: true });
  const element = el("section.wall", { hidden: true, "aria-labelledby": "wall-heading" },
    el("header.wall-head", {}, el("h2", { id: "wall-heading", text: t("ui.room.wall") }), count, el("span.sp"),
      el("fieldset.seg", { "aria-label": t("ui.room.order") }, radios), filter, both,
      button("btn", t("ui.room.reset_all"), onReset),
      button("btn", null, onClose, {}, icon("cross"), t("ui.room.to_board"))), list);

  function compare(seat, on) {
    compared = on ? [...compared, seat].slice(-2) : compared.filter((number) => number !== seat);
    for (const [number, tile] of tiles) tile.compare.checked = compared.includes(number);
    both.hidden = compared.length !== 2;
  }

  function showBoth() {
    const boards = compared.map((seat) => state.wall[seat]).filter(Boolean);
    const sides = boards.map((own) => el("section.side", {}, el("h3", { text: titleOf(own.seat) }), miniBoard(own),
      el("p.sr", { text: inWords(own, t("ui.room.waiting")) })));
    const label = { "aria-label": t("ui.room.compare_two") };
    showDialog(el("dialog.both", label, el("div.sides", {}, sides), closeRow()));
  }

  function titleOf(seat) {
    const person = state.roster.find((row) => row.seat === seat) ?? { seat, name: "" };
    return nameOf(person, state.room.namesHidden);
  }

  function render(next, sorting = order) {
    [state, order] = [next, sorting];
    if (element.hidden || !state) return;
    const boards = Object.values(state.wall);
    const shown = ordered(boards.filter(({ done }) => !onlyOpen.checked || !done), order, titleOf);
    const items = shown.map((board) => {
      const tile = tiles.get(board.seat) ?? createTile(onOpen, compare);
      tiles.set(board.seat, tile);
      tile.render(board, titleOf(board.seat));
      return tile.element;
    });
    arrange(list, items);
    setText(count, t("ui.room.n_of_done", { n: boards.filter(({ done }) => done).length, of: boards.length }));
  }

  return {
    element, render,
    get open() { return !element.hidden; },
    toggle(open = element.hidden) {
      element.hidden = !open;
      setAttr(element, "data-open", String(open));
      render(state);
    },
  };
}
