import { equal, RULES, test } from "../../harness.js";
import { partedColumns } from "../partition/columns.js";
import { placesOf, zonesOf } from "./places.js";
import { planOf } from "./plan.js";

const ROOM = { width: 800, height: 560, window: 1440, k: 1, phone: false, medium: false, projector: false };
const node = (name, order, cpu = 4000) => ({ name, order, zone: "", cpu });
const pod = (name, cpu) => ({ key: `d/${name}`, name, node: "n1", nominated: null, order: 0, cpu, mem: 0 });

const WHOLE = { on: false, split: new Set(), extra: 0 };

function plan(pods, options = {}) {
  const { nodes = 3, cpu = 4000, longest = 0, rules = RULES, space = ROOM, below = false, parted = WHOLE } = options;
  const listed = Array.from({ length: nodes }, (_, i) => node(`n${i + 1}`, i, cpu));
  const table = (views, key) => new Map(views.map((view) => [view[key], view]));
  const model = { nodes: table(listed, "name"), pods: table(pods, "key"), rules };
  return planOf({
    model, places: placesOf(model), zones: zonesOf(listed), longest, ownSize: null, space,
    parted, shelfHeights: () => ({ zone: 0, loose: 0 }),
    below,
  });
}

test("a node whose last pod without requests has gone stays as high as it was", () => {
  const rules = { ...RULES, startsWithoutRequests: true };

  equal(plan([], { rules }).plain, plan([pod("p", 0)], { rules }).plain);
});

test("an empty board whose pods will request something has racks", () => {
  equal(plan([]).plain, null);
});

test("a long reason moves no card: its second line was free before", () => {
  const lines = [[pod("p", 0)], [pod("p", 500)]].map((pods) => [0, 44].map((longest) => plan(pods, { longest })));

  equal(lines.flat().map(({ twoLines }) => twoLines), [true, true, true, true]);
  equal(lines[1][0].unit, lines[1][1].unit);
});

test("racks that have no pixel to spare give the second line up until a reason needs it", () => {
  const lines = [0, 44].map((longest) => plan([pod("p", 500)], { nodes: 12, longest }).twoLines);

  equal(lines, [false, true]);
});

test("cards on which each reason fits in one line have one", () => {
  equal([plan([pod("p", 0)], { nodes: 2 }).twoLines, plan([pod("p", 500)], { nodes: 2 }).twoLines], [false, false]);
});

test("on a projector four lists of pods stand side by side where each has space, four racks do not", () => {
  const space = { ...ROOM, width: 1248, k: 1.5385, medium: true, projector: true };
  const across = (cpu, width) => plan([pod("p", cpu)], { nodes: 4, space: { ...space, width } }).across;

  equal([across(0, 1248), across(0, 992), across(500, 1248)], [4, 3, 3]);
});

test("lists of pods stand side by side where charts come below them, as long as each can be read", () => {
  const across = (nodes, width, below) => plan([pod("p", 0)], { nodes, space: { ...ROOM, width }, below }).across;

  equal([across(4, 618, true), across(4, 618, false), across(5, 618, true), across(5, 780, true)], [4, 3, 3, 5]);
});

test("one node stands in the middle of a large board, no larger than its content", () => {
  const large = { ...ROOM, width: 1200, height: 1000 };
  const racks = [1000, 2000, 4000, 8000].map((cpu) => plan([], { nodes: 1, cpu, space: large }));
  const list = plan([pod("p", 0)], { nodes: 1, space: large });

  equal(racks.map(({ unit }, i) => unit * 2 ** i), [190, 380, 400, 480]);
  equal([racks[0].side, list.side, racks[0].widthOf("")], [380, 380, 440]);
  equal(list.plain.height <= 342, true);
});

test("cards that fill the width keep it, and one with charts below it as well", () => {
  const wide = { ...ROOM, width: 1200 };
  const sides = [plan([], { nodes: 3 }), plan([], { nodes: 1, space: wide, below: true })].map(({ side }) => side);

  equal(sides, [0, 0]);
});

test("lists of pods fill the board, or leave space for charts where these will stand below them", () => {
  const [alone, shared] = [false, true].map((below) => plan([pod("p", 0)], { nodes: 2, below }).plain);

  equal([alone.height > 0.4 * ROOM.height, shared.height < 0.25 * ROOM.height], [true, true]);
});

test("a plain rack keeps its height while pods come, as long as their rows can be read", () => {
  const pods = (n) => Array.from({ length: n }, (_, i) => pod(`p${i}`, 0));
  const space = { ...ROOM, height: 720 };
  const heights = [1, 3, 5].map((n) => plan(pods(n), { below: true, space }).plain.height);

  equal(new Set(heights).size, 1);
});

test("whole nodes below split ones end on the board, as long as their racks can be told from lines", () => {
  const wrapped = () => ({ above: 200, extra: 22 });
  const split = new Set(["n5", "n6"]);
  const low = { ...ROOM, width: 726, height: 400 };
  const columnsFor = (names, { width }) => partedColumns(names, split, width);
  const parted = { on: true, split, extra: 32, wrapped, columnsFor };
  const unit = (space) => plan([pod("p", 1000)], { nodes: 6, space, parted }).unit;

  equal([unit(low) * 4 <= 400 - 200 - 68 - 22, unit({ ...low, height: 260 })], [true, 12]);
});

test("many pods on plain nodes have lower rows rather than rows below the board, unless charts stand there", () => {
  const pods = Array.from({ length: 12 }, (_, i) => pod(`p${i}`, 0));
  const row = (below) => plan(pods, { nodes: 1, space: { ...ROOM, height: 360 }, below }).plain.row;

  equal([row(false) < 26, row(false) >= 20, row(true)], [true, true, 26]);
});
