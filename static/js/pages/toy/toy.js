/**
 * The toy of the first page: each throw is an input of a run of its own, and what follows is played on a board. The
 * documents of the pods and all bounds come with the page.
 */
import { createClock } from "../../board/clock.js";
import { createLoneBoard } from "../../board/lone-board.js";
import { setAttr, setText } from "../../el.js";
import { loadCatalogue, say } from "../../i18n.js";
import { createPlayer } from "../../player/player.js";
import { createGhosts } from "./ghosts.js";
import { createMoves } from "./moves.js";
import { createHolds, documentOf, isImportant } from "./throws.js";

const TELLS = new Set(["schedule", "bind", "preempt", "removed"]); // acts whose sentence is shown and read out

const partsOf = (root) => {
  const part = (name) => root.querySelector(`[data-toy-${name}]`);
  const names = ["zones", "queue", "overlay", "tray", "crown", "again", "say", "why", "example"];
  return Object.fromEntries(names.map((name) => [name, part(name)]));
};

/** The fences of the still picture stay on their nodes: what is returned puts them onto the cards of the board. */
function createFences(zones) {
  const fences = new Map([...zones.querySelectorAll(".toy-fence")].map((fence) =>
    [fence.closest("[data-node-card]").dataset.nodeCard, fence]));
  return () => {
    for (const [node, fence] of fences) zones.querySelector(`[data-node-card="${node}"]`).append(fence);
  };
}

/** Leads to Why. */
function showWhy({ why, example }, href) {
  why.href = href;
  why.hidden = false;
  if (example) example.hidden = true;
}

/** Returns throwPod({size, node, ghost}). `isThere(key)`: whether the board has the pod. */
function createThrow({ state, rules, moves, ghosts, full, render, onFull, onError, isThere }) {
  async function give(pod, number) {
    const { ok, error } = await moves.input({ kind: "apply", documents: [documentOf(rules, pod, number)] });
    if (ok) moves.playSoon();
    else {
      onError(error);
      state.thrown -= 1;
    }
  }

  return function throwPod({ size, node, ghost }) {
    if (full()) {
      ghost.remove();
      return;
    }
    state.number += 1;
    const { number } = state;
    const pod = { size, node, isImportant: isImportant(state, rules) };
    const key = `default/p${number}`;
    state.size = size;
    state.thrown += 1;
    ghosts.add(key, ghost);
    moves.after(() => give(pod, number)).then(() => {
      if (!isThere(key)) ghosts.drop(key);
    });
    render();
    if (full()) onFull();
  };
}

export async function createToy(root, hand) {
  await loadCatalogue();
  const parts = partsOf(root);
  const rules = JSON.parse(document.getElementById("toy-throws").textContent);
  const clock = createClock(globalThis);
  const state = { number: 0, thrown: 0, left: false, chosen: null, size: "medium" };
  const lone = createLoneBoard(parts, { clock, onChoose: choose });
  const { board } = lone;
  const ghosts = createGhosts({ overlay: parts.overlay, clock, board });
  const keepFences = createFences(parts.zones);
  const tell = (text) => setText(parts.say, text);
  const player = createPlayer({
    clock, emit: (kind, detail) => on[kind]?.(detail),
    holds: createHolds(() => state.number),
  });

  const moves = createMoves({
    player, clock, form: parts.tray, onDone: render,
    onRefusal: (text) => tell(text || root.dataset.lost), onLost: () => tell(root.dataset.lost),
  });

  const full = () => state.thrown >= rules.most;
  const leadTo = (pod, seq) => showWhy(parts, `/r/${moves.run}?${new URLSearchParams({ at: seq, pod })}`);
  const throwPod = createThrow({
    state, rules, moves, ghosts, full, render,
    onFull: () => tell(root.dataset.full), onError: (error) => on.error(error),
    isThere: (key) => player.state.model?.pods.has(key) ?? false,
  });

  const on = {
    frame(detail) {
      lone.act(detail);
      ghosts.land(player.state.model.pods);
      follow(detail.frame);
    },
    jump({ model }) {
      lone.state(model);
      root.classList.add("is-live");
      keepFences();
      ghosts.land(player.state.model.pods);
      if (model.frame) follow(model.frame);
    },
    tick: () => board.tick(clock.t),
    error: ({ message }) => tell(message ? say(message) : root.dataset.lost),
  };

  function follow(frame) {
    if (frame.kind === "preempt") {
      state.left = true;
      state.chosen = null;
    }
    if (TELLS.has(frame.kind)) tell(full() ? root.dataset.full : say(frame.message));
    if (frame.decision) leadTo(frame.decision.pod, frame.seq);
    render();
  }

  function render() {
    const important = isImportant(state, rules);
    hand.render({ open: !full(), important });
    setAttr(parts.crown, "aria-pressed", String(important));
    parts.again.disabled = !state.thrown;
  }

  /** A press on a pod asks Why of it; one on a node throws there what was thrown last. */
  function choose({ pod = null, node = null }) {
    const { model } = player.state;
    if (pod && model) {
      lone.state(model, { chosen: { pod } });
      leadTo(pod, model.seq);
    } else if (node) hand.throwAt(state.size, node);
  }

  parts.crown.addEventListener("click", () => {
    state.chosen = !isImportant(state, rules);
    render();
  });
  parts.again.addEventListener("click", () => {
    const start = parts.again.dataset.start ?? "";
    moves.after(async () => {
      const pods = [...player.state.model.pods.keys()];
      Object.assign(state, { thrown: 0, left: false, chosen: null });
      if (pods.length) await moves.input({ kind: "reset", pods });
      tell(start);
    });
  });
  parts.again.dataset.start = parts.say.textContent;
  new ResizeObserver(() => board.relayout()).observe(parts.zones);
  render();
  globalThis.podium = {
    clock, player, board,
    /** Whether all that was thrown has come to rest. */
    get still() { return !moves.landing && !ghosts.size && player.still && board.still; },
  };
  return { throwPod };
}
