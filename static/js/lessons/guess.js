/**
 * The guess of a question, pinned on the board where it belongs: on nodes, on victims, on a second of the timeline, or
 * beside the queue for what stays pending. The form beside the board holds it; here it is seen, clicked and dragged.
 */
import { el, setAttr, setText } from "../el.js";
import { t } from "../i18n.js";
import { createMarks } from "./marks.js";

const DRAG_PX = 6; // below it a press is a click
const DRAGGED_BY_TOUCH = ".qi[data-pod]"; // static/css/guess.css leaves these to the finger
const words = (text) => (text ? text.split(" ") : []);

/**
 * The place of the choice that the things `picked` on the board mean, or -1: the one with just these names, else the
 * smallest one that has all of them. `choices` are lists of names, or null. Pure.
 */
export function meantBy(picked, choices) {
  const names = [...picked];
  const fitting = choices
    .map((choice, place) => ({ choice, place }))
    .filter(({ choice }) => choice !== null && names.every((name) => choice.includes(name)))
    .filter(({ choice }) => names.length > 0 || choice.length === 0)
    .sort((a, b) => a.choice.length - b.choice.length);
  return fitting[0]?.place ?? -1;
}

/** What is picked after a click on `name`: more of a set that some choice has, or this one alone. Pure. */
export function pickedAfter(picked, name, choices) {
  const next = new Set(picked);
  if (next.delete(name)) return next;
  next.add(name);
  const fits = choices.some((names) => names !== null && [...next].every((pick) => names.includes(pick)));
  return fits ? next : new Set([name]);
}

/** The second at `time`, a whole one within the bounds of the question. Pure. */
export const secondAt = (time, { from, to }) => Math.min(to, Math.max(from, Math.round(time)));

/** A flag on the timeline at a second: one's own, or the truth. */
function createFlag(timeline, kind) {
  const text = el("span");
  const element = el(`div.guess-flag.${kind}`, { "aria-hidden": "true", hidden: true }, text);
  timeline.wrap.append(element);
  return {
    element,
    render(second, label) {
      element.hidden = second === null;
      if (second === null) return;
      setText(text, label);
      element.style.setProperty("left", `${timeline.xOf(second)}px`);
    },
  };
}

/** The second of a question, on its slider, in its field, and as a flag on the timeline. */
function createSecond(form, page, changed) {
  const [range, number] = ["#second-range", "#second"].map((name) => form.querySelector(name));
  if (!range) return null;
  const bounds = { from: Number(range.min), to: Number(range.max) };
  const mine = createFlag(page.timeline, "mine");
  const so = createFlag(page.timeline, "so");
  const { wrap } = page.timeline;
  let open = true;
  let truth = null;
  let moving = false;

  function set(value) {
    number.value = range.value = String(value);
    changed();
  }

  range.addEventListener("input", () => set(range.value));
  number.addEventListener("input", () => {
    range.value = number.value;
    changed();
  });

  function fromPointer(event) {
    if (!open || (event.type === "pointermove" && !moving)) return;
    event.preventDefault();
    event.stopPropagation(); // nothing is sought: what comes is not known yet
    moving = event.type !== "pointerup";
    if (event.type === "pointerdown") wrap.setPointerCapture(event.pointerId);
    set(secondAt(page.timeline.timeAt(event.clientX), bounds));
  }
  for (const kind of ["pointerdown", "pointermove", "pointerup"])
    wrap.addEventListener(kind, fromPointer, { capture: true });
  page.player.axisUntil = bounds.to; // the axis reaches so far
  wrap.classList.add("asks-second");

  return {
    close() {
      open = false;
      wrap.classList.remove("asks-second");
    },
    show(second) { truth = second; },
    render() {
      const value = number.value === "" ? null : Number(number.value);
      mine.render(value, t("ui.guess.mine"));
      so.render(truth, t("ui.guess.truth"));
    },
    remove() {
      mine.element.remove();
      so.element.remove();
    },
  };
}

const holds = ({ left, right, top, bottom }, x, y) => left <= x && x < right && top <= y && y < bottom;

/** The pod, node and queue at a point of a board, {pod, node, queue}; a board that is inert is looked at as well. */
export function thingsAt(app, { clientX: x, clientY: y }) {
  const at = (selector) => [...app.querySelectorAll(selector)].find((element) =>
    element.checkVisibility() && holds(element.getBoundingClientRect(), x, y));
  return {
    pod: at("[data-pod]")?.dataset.pod ?? null,
    node: at("[data-node-card]")?.dataset.nodeCard ?? null,
    queue: at("#queue, [data-queue]") !== undefined,
  };
}

/**
 * A pod that is dragged onto a node, or beside the queue, as a guess; a finger drags one of the queue, because on nodes
 * it scrolls. `drop(what)` gets {node} or {stays: true}.
 */
function bindDrag(app, { can, drop }) {
  let from = null; // {x, y, name} where the button went down on a pod
  let ghost = null;
  let target = null; // the card over which the pod is held
  let swallows = false; // the click that ends a drag is none

  function over(event) {
    const { node, queue } = thingsAt(app, event);
    return node ? { node } : queue ? { stays: true } : null;
  }

  function light(node) {
    target?.removeAttribute("data-drop");
    target = node && app.querySelector(`[data-node-card="${CSS.escape(node)}"]`);
    target?.setAttribute("data-drop", "");
  }

  function end() {
    ghost?.remove();
    light(null);
    from = ghost = null;
    app.classList.remove("guess-drags");
  }

  function begin(event) {
    swallows = false;
    if (event.button !== 0 || !can()) return;
    const touches = event.pointerType === "touch";
    if (touches && !event.target.closest?.(DRAGGED_BY_TOUCH)) return;
    const { pod } = thingsAt(app, event);
    if (pod) from = { x: event.clientX, y: event.clientY, name: pod.replace(/^.*\//, ""), touches };
  }
  function move(event) {
    if (!from) return;
    const { clientX: x, clientY: y } = event;
    if (!ghost && Math.hypot(x - from.x, y - from.y) < DRAG_PX) return;
    if (!ghost) {
      ghost = el(`div.guess-ghost${from.touches ? ".by-touch" : ""}`, { text: from.name });
      document.body.append(ghost);
      app.classList.add("guess-drags");
    }
    event.preventDefault();
    light(over(event)?.node);
    ghost.style.setProperty("left", `${x}px`);
    ghost.style.setProperty("top", `${y}px`);
  }
  function release(event) {
    const dragged = ghost !== null;
    const what = dragged ? over(event) : null;
    end();
    swallows = dragged;
    if (what) drop(what);
  }
  function swallow(event) {
    if (swallows) event.stopPropagation();
    swallows = false;
  }
  app.addEventListener("click", swallow, { capture: true });
  app.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", end);
  return function unbind() {
    end();
    app.removeEventListener("click", swallow, { capture: true });
    app.removeEventListener("pointerdown", begin);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", release);
    removeEventListener("pointercancel", end);
  };
}

/** "Stays pending": a place beside the queue, for the choice that names nothing on the board. */
function createStays(input, choose) {
  const choice = input.closest("label");
  const label = (choice.querySelector(".said") ?? choice).textContent.trim();
  return el("button.btn.guess-stays", { type: "button", "aria-pressed": "false", onclick: choose }, label);
}

/**
 * `page` = {app, board, player, timeline, besideQueue(element)}, the last three only where there are such; `changed()`
 * is called with each other guess. Returns {take(what), names, show(verdict), close(), render(), remove()}:
 * `take({pod} | {node})` says whether a click on the board was meant for it; `show({right, truth, second})` marks what
 * was right and what was not.
 */
export function createGuess(form, page, changed) {
  const inputs = [...form.querySelectorAll("input[name=choice]")];
  const choices = inputs.map(({ dataset }) =>
    "nodes" in dataset ? [...words(dataset.nodes), ...words(dataset.pods)] : null);
  const named = new Set(choices.flatMap((names) => names ?? []));
  const nobody = choices.findIndex((names) => names?.length === 0);
  const second = createSecond(form, page, changed);
  const mark = { mine: createMarks(page.board), truth: createMarks(page.board) };
  const stays = nobody < 0 || !page.besideQueue ? null : createStays(inputs[nobody], () => choose(nobody));
  if (stays) page.besideQueue(stays);
  let open = !form.querySelector("fieldset").disabled;
  let picked = new Set();
  let verdict = null;

  const place = () => inputs.findIndex((input) => input.checked);

  function check(chosen) {
    for (const [k, input] of inputs.entries()) input.checked = k === chosen;
    changed();
  }

  function choose(chosen) {
    if (!open) return;
    picked = new Set(choices[chosen] ?? []);
    check(chosen);
  }

  function take({ pod = null, node = null }) {
    const name = pod ?? node;
    if (!open || name === null || !named.has(name)) return false;
    picked = pickedAfter(picked, name, choices);
    check(picked.size ? meantBy(picked, choices) : -1);
    return true;
  }

  form.addEventListener("change", () => {
    picked = new Set(choices[place()] ?? []);
    changed();
  });
  const places = () => page.app.classList.toggle("guess-places", open && inputs.some(({ dataset }) => dataset.nodes));
  places();
  const unbind = bindDrag(page.app, {
    can: () => open && inputs.some((input) => "nodes" in input.dataset),
    drop: ({ node, stays: waits }) => (waits ? nobody >= 0 && choose(nobody) : take({ node })),
  });

  return {
    take,
    /** What the chosen answer names on the board. */
    get names() { return choices[place()] ?? []; },
    close() {
      open = false;
      places();
      second?.close();
      if (stays) stays.disabled = true;
    },
    show(shown) {
      verdict = shown;
      second?.show(shown.second);
    },
    render() {
      const mine = this.names;
      const victims = !verdict && "victims" in (inputs[place()]?.dataset ?? {});
      const label = t(victims ? "ui.guess.victim" : "ui.guess.mine");
      const how = !verdict ? "picked" : verdict.right ? "right" : "wrong";
      const so = verdict && !verdict.right ? [...verdict.truth.nodes, ...verdict.truth.pods] : [];
      mark.mine(mine.filter((name) => !so.includes(name)), how, label);
      mark.truth(so, "right", t("ui.guess.truth")); // last: the other takes its marks from what is marked here
      if (stays) {
        setAttr(stays, "aria-pressed", String(place() === nobody));
        if (verdict) stays.dataset.lit = place() === nobody ? how : "";
      }
      second?.render();
    },
    remove() {
      mark.mine([]);
      mark.truth([]);
      stays?.remove();
      page.app.classList.remove("guess-places");
      unbind();
      second?.remove();
    },
  };
}
