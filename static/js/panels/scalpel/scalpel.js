/**
 * Other values by hand: numbers are dragged, turned with the arrow keys or typed, words are chosen. The server says
 * what becomes of the run; the chips that it holds are a text that each question brings along.
 */
import { createClock } from "../../board/clock.js";
import { styled } from "../../later.js";
import { fetchInTime } from "../../net/http.js";
import { createAsker } from "./asker.js";
import { follow, leave, putBeside, watchBoard } from "./beside.js";
import { before, bindTurning, shown, textIn, write } from "./turning.js";

/** The value of a control as JSON has it; what is no number stays a text, which the server refuses in words. */
function valueOf(control) {
  const value = textIn(control);
  const { type } = control.dataset;
  if (value === "") return null;
  if (type === "flag") return value === "true";
  return type.startsWith("number") && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** One place with controls. `kept` = {link, open}, which outlives it. */
function bindPlace(root, { kept, timer, fetch }) {
  const result = root.querySelector(".scalpel-result");
  const place = root.querySelector(".scalpel-fields");
  const state = root.querySelector(".scalpel-state");
  const section = root.closest(".insp") ?? root;
  const { kind, key } = root.dataset;
  let beside = null; // the controls on the board
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

  /** The controls show what the chips say, and what is there where there is none. */
  function reflect() {
    const chips = new Map();
    for (const { dataset } of result.querySelectorAll(".patch:not([data-off])"))
      chips.set(`${dataset.kind} ${dataset.key} ${dataset.path}`, JSON.parse(dataset.to));
    const controls = [section, beside].flatMap((side) => [...side?.querySelectorAll("[data-value]") ?? []]);
    for (const control of controls) {
      const { dataset: of } = control.closest("[data-kind]");
      const name = `${of.kind} ${of.key} ${control.dataset.path}`;
      control.classList.toggle("is-changed", chips.has(name));
      if (control.classList.contains("is-dragged") || control === document.activeElement) continue;
      write(control, shown(chips.has(name) ? chips.get(name) : before(control)));
    }
    if (!beside) return;
    const says = result.querySelector(".bad, .patch .bad, .verdict b")?.textContent ?? "";
    if (beside.lastElementChild.textContent !== says) beside.lastElementChild.textContent = says;
    follow();
  }

  const ask = createAsker({
    url: root.dataset.scalpel,
    form: () => ({ token: token(), at: root.dataset.at, focus: root.dataset.focus, chips: kept.link }),
    onAnswer(html) {
      result.innerHTML = html; // a page of this server, as the panel itself
      kept.link = result.querySelector("[data-link]")?.dataset.link ?? kept.link;
      reflect();
    },
    onState: (name) => {
      root.classList.toggle("is-asking", name === "asks");
      state.textContent = state.dataset[name] ?? "";
    },
    timer,
    fetch,
  });

  function change(control) {
    const { dataset: of } = control.closest("[data-kind]");
    root.open = true;
    const { path } = control.dataset;
    const row = { at: Number(of.at), kind: of.kind, key: of.key, path, from: before(control), to: valueOf(control) };
    ask(`${of.kind} ${of.key} ${path}`, { change: JSON.stringify(row) });
  }

  /** The controls that the page has for the board, beside their thing. */
  function stand() {
    const controls = place.querySelector(".on-board");
    controls?.remove();
    beside = controls && putBeside(controls, () => { root.open = false; });
    if (!beside) return;
    bindTurning(beside, change);
    beside.addEventListener("change", (event) => change(event.target));
    reflect();
  }

  bindTurning(section, change);
  place.addEventListener("change", (event) => {
    if (event.target.closest("[data-value]")) change(event.target);
  });
  root.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.closest(".fields")) event.preventDefault();
    else if (target.closest(".patch") && submitter?.name) {
      event.preventDefault();
      ask(`${submitter.name} ${submitter.value}`, { [submitter.name]: submitter.value });
    }
  });
  kept.link = result.querySelector("[data-link]")?.dataset.link ?? kept.link;
  reflect();

  async function open() {
    if (!root.dataset.fields || place.dataset.there) return;
    place.dataset.there = "yes";
    const response = await fetch(root.dataset.fields, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!response?.ok) {
      delete place.dataset.there;
      return;
    }
    place.innerHTML = await response.text(); // a page of this server
    if (root.isConnected && root.open) stand();
    if (kept.link) ask("chips", {});
  }
  if (root.localName !== "details") return;
  root.addEventListener("toggle", () => {
    kept.open = root.open;
    if (!root.open) leave();
    else if (place.dataset.there) stand();
    else open();
  });
  leave({ kind, key });
  if (kept.open) root.open = true;
}

const kept = { link: "", open: false };
const bound = new WeakSet();
watchBoard();

export { follow, leave };

/** Binds a place with controls, once; the chips and whether it is open go from one place to the next. */
export async function bind(root) {
  if (bound.has(root)) return;
  bound.add(root);
  await styled("scalpel-style").catch(() => {});
  bindPlace(root, { kept, timer: createClock().timer, fetch: fetchInTime });
}
