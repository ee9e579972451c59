import { equal, test } from "../../harness.js";
import { linesOf, moods } from "./desk.js";
import { inWords } from "./mini-board.js";
import { fitTask, podOf } from "./offers.js";
import { readPlan, standing, writePlan } from "./plan.js";
import { actsOf, movedOf } from "../poll/poll-panel.js";
import { onwardOf } from "./way.js";
import { headCounts, shapeOf } from "./roster.js";
import { nextAct, sceneOf } from "./scenes.js";
import { firstSentence } from "./step-text.js";
import { votesOn } from "./vote-marks.js";
import { placeOf } from "../room/spot.js";
import { changed, chosenOf, keyOf, viewOf } from "../room/view.js";
import { ordered } from "./wall.js";

const words = (poll) =>
  actsOf({ poll: 1, bars: false, ...poll }).map(([word]) => word.slice("ui.room.".length));

test("the first button of a question is what comes next", () => {
  equal(words({ state: "open", kind: "where" }), ["close_votes", "show_bars", "drop"]);
  equal(words({ state: "closed", kind: "where", bars: true }), ["reveal", "vote_again", "hide_bars", "discuss_first"]);
  equal(words({ state: "revealed", kind: "where" }), ["put_away", "show_bars"]);
  equal(words({ state: "watched", kind: "lesson" }), ["answer_now", "show_bars"]);
});

test("of questions whose truth the board does not know the presenter says it", () => {
  const reveal = (kind) => actsOf({ poll: 1, state: "closed", bars: true, kind })[0][1];

  equal([reveal("free"), reveal("lesson")], ["right", "reveal"]);
});

test("between two rounds those who changed are counted, and those who changed to the right choice", () => {
  equal(movedOf({ moved: [[5, 4, 1], [2, 7, 0], [0, 3, 1]] }, [1]), { moved: 10, righted: 7 });
  equal(movedOf({ moved: null }, [1]), null);
});

test("a plan is late after the end of its item, early before its beginning", () => {
  const items = [{ minutes: 5 }, { minutes: 10 }, { minutes: 5 }];
  const at = (minute, item) => standing({ items, item, startedMs: 0 }, minute * 60_000).late;

  equal([at(18, 1), at(7, 1), at(3, 2), standing({ items, item: 0, startedMs: null }, 0).late], [3, 0, -12, null]);
});

test("a plan is written as lines, and read again", () => {
  const items = [{ title: "Queues", minutes: 5, note: "Ask first.\nThen show." },
    { title: "Break", minutes: 2.5, note: "" }];

  equal(readPlan(writePlan(items)), items);
  equal(readPlan("Warm up\n\n10 Preemption"), [
    { title: "Warm up", minutes: 5, note: "" }, { title: "Preemption", minutes: 10, note: "" },
  ]);
});

test("the wall has first who is not done, or first who was done fastest", () => {
  const tile = (seat, done, seconds, failed) => ({ seat, done, seconds, failed });
  const tiles = [tile(1, true, 50, []), tile(2, false, 90, ["a"]), tile(3, true, 20, []),
    tile(4, false, 90, ["a", "b"])];
  const seats = (order) => ordered(tiles, order, (seat) => "dcba"[seat - 1]).map(({ seat }) => seat);

  equal([seats("help"), seats("done"), seats("name")], [[4, 2, 3, 1], [3, 1, 4, 2], [4, 3, 2, 1]]);
});

test("a raised hand outdoes every state but offline", () => {
  const shapes = [["follows", true], ["offline", true], ["alone", false], ["done", false]];

  equal(shapes.map(([state, hand]) => shapeOf({ state, hand })), ["hand", "offline", "explores", "done"]);
  equal(headCounts({ follows: 0, explores: 2, alone: 3, offline: 1, done: 0 }).map(([n]) => n), [0, 5, 1]);
});

test("a spotlight's place is a share of the node under it, else of the board", () => {
  const boardBox = { left: 0, top: 0, width: 1000, height: 500 };
  const nodeBox = { left: 100, top: 100, width: 200, height: 100 };

  equal(placeOf({ x: 150, y: 125 }, { node: "n1", nodeBox, boardBox }), { on: "node/n1", x: 0.25, y: 0.25 });
  equal(placeOf({ x: 2000, y: 250 }, { node: null, boardBox }), { on: "board", x: 1, y: 0.5 });
});

test("how the board looks is told by what changed", () => {
  equal(changed({ selected: "", tab: "" }, { selected: "pod/default/p", tab: "" }), { selected: "pod/default/p" });
  equal(changed({ tab: "why" }, { tab: "why" }), null);
  equal([keyOf({ pod: "default/p" }), keyOf({})], ["pod/default/p", ""]);
  equal([chosenOf("pod/default/p"), chosenOf("node/n1"), chosenOf("")], [{ pod: "default/p" }, { node: "n1" }, {}]);
});

test("questions on the spot are about the chosen pod, else about the first one that waits", () => {
  const pods = new Map([["default/a", { key: "default/a", phase: "Running", node: "n1" }],
    ["default/b", { key: "default/b", phase: "Pending", node: null }]]);

  equal([podOf({ pods }, { pod: "default/a" }), podOf({ pods }, {}), podOf({ pods: new Map() }, {})],
    ["default/a", "default/b", null]);
  equal(fitTask("default/b", "x").checks, [{ pod: { name: "default/b", bound: true } }]);
});

test("a lesson goes on as far as it has steps", () => {
  equal([onwardOf({ step: 1, steps: [1, 2] }), onwardOf({ step: 2, steps: [1, 2] }), onwardOf(null)],
    [{ back: null, next: 2 }, { back: 1, next: null }, { back: null, next: null }]);
});

test("the desk says in a few lines what the next steps bring, and who is with the teacher", () => {
  const frames = Array.from({ length: 9 }, (_, k) => ({ message: { id: `m${k}` } }));

  equal(linesOf(frames), ["m0", "m1", "m2", "m3", "m4", "…", "m8"]);
  const counts = { follows: 6, explores: 2, alone: 0, offline: 3, hand: 0, done: 0, with: 4, lost: 2 };
  equal(moods({ counts }), { lost: 25, with: 50 });
});

test("a tile says in words where the pods are", () => {
  const tile = { nodes: [{ name: "n1", pods: [{ name: "a" }] }, { name: "n2", pods: [] }], waiting: [{ name: "p" }] };

  equal(inWords(tile, "waiting"), "n1: a; n2: –; waiting: p");
});

test("the view that is told says in which decision the presenter stands", () => {
  const page = { chosen: {}, open: false, tab: "why", zoom: "cards", search: "", speed: 1 };
  const at = (into) => viewOf({ ...page, player: { playing: false, size: "into", into } }).into;

  equal([at({ frame: { seq: 13 }, k: 2 }), at(null)], ["13/2", ""]);
});

test("one key leads through a lesson with a question and a task to its end", () => {
  const lesson = { step: 1, steps: [1, 2], asks: true, task: true };
  const poll = (state) => ({ lesson, poll: { state, kind: "lesson" } });
  const before = { answeredSteps: new Set(), tried: false };
  const after = { answeredSteps: new Set([1]), tried: false };
  const last = { ...lesson, step: 2, asks: false };
  const acts = [[{ lesson }, before], [poll("open"), before], [poll("watched"), before],
    [poll("revealed"), after], [{ lesson }, after], [{ lesson: last }, after], [{ lesson: last, task: {} }, after],
    [{ lesson: last }, { ...after, tried: true }]];

  equal(acts.map(([state, seen]) => nextAct({ poll: null, task: null, ...state }, seen)),
    ["ask", "reveal", "verdict", "step", "step", "task", "end", "end"]);
});

test("without a lesson the key makes a step, and puts away what was asked", () => {
  const nothing = { lesson: null, poll: null, task: null };
  const next = (state) => nextAct({ ...nothing, ...state }, { answeredSteps: new Set(), tried: false });
  const free = { state: "open", kind: "free" };

  equal([next({}), next({ poll: free }), next({ poll: { ...free, state: "revealed" } }), next({ task: {} })],
    ["forward", "right", "put_away", "end_task"]);
});

test("the scenes follow from what is asked and given", () => {
  const scene = (poll, task = null) => sceneOf({ poll: poll && { state: "open", ...poll }, task });

  equal([scene(null), scene({}), scene({ state: "watched" }), scene({ state: "revealed" }), scene(null, {})],
    ["tell", "ask", "show", "show", "try"]);
});

test("the stage tells the first sentence of a step", () => {
  const texts = [[" v1.34 is out. And more.", "en"], ["一句话。另一句。", "zh-Hans"], ["", "en"]];

  equal(texts.map(([text, language]) => firstSentence(text, language)), ["v1.34 is out.", "一句话。", ""]);
});

test("votes stand on what their choice names, and turn into right and wrong with the answer", () => {
  const board = (...nodes) => ({ nodes, pods: [] });
  const choices = [{ letter: "A", board: board("n1", "n2") }, { letter: "B", board: board("n2") },
    { letter: "C", board: board() }, { letter: "D", board: null }];
  const on = (poll, bars, waiting) =>
    [...votesOn({ choices, ...poll }, bars, waiting)].map(([name, { how, label }]) => [name, how, label]);

  equal(on({ state: "closed" }, [1, 2, 3]), [["n1", "picked", "A 1"], ["n2", "picked", "A 1 · B 2"]]);
  equal(on({ state: "revealed", truth: { right: [1] } }, [1, 0, 3]), [["n1", "wrong", "A 1"], ["n2", "right", "A 1"]]);
  equal(on({ state: "open" }, null), []);
  equal(on({ state: "closed" }, [0, 0, 3, 1], ["default/p"]), [["default/p", "picked", "C 3"]]);
});
