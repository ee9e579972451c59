/**
 * A small drawing for each kind of obstacle: the pod as a square, and what keeps it from the node. Pure but for the
 * elements that it makes; the numbers are those of the obstacle.
 */
import { svg } from "../../el.js";

const WIDE = 56;
export const HIGH = 36;
const MOST_SQUARES = 5;

const line = (d, kind = "ink") => svg(`path.cz-${kind}`, { d });
const box = (x, y, width, height, kind, rx = 2) => svg(`rect.cz-${kind}`, { x, y, width, height, rx });
const dot = (cx, cy, r, kind) => svg(`circle.cz-${kind}`, { cx, cy, r });
const words = (x, y, text, kind = "text") => svg(`text.cz-${kind}`, { x, y, text });

/** The pod that is held against the node. */
const pod = (x = 2, y = 12, size = 12) => box(x, y, size, size, "pod");

/** Numbers of squares that are drawn: of many a few, and how many there are. */
function squares(n, x, floor, kind, size = 6) {
  const shown = Math.min(n, MOST_SQUARES);
  const boxes = Array.from({ length: shown }, (_, i) => box(x, floor - (i + 1) * (size + 1), 12, size, kind, 1));
  return n > shown ? [...boxes, words(x + 6, floor + 10, String(n), "small")] : boxes;
}

/** A gauge: what is taken, what the pod needs on top of it, and the edge that it crosses. */
function gauge(used, needs, all) {
  const room = 24;
  const scale = room / Math.max(all, 1);
  const [taken, more] = [Math.min(room, used * scale), Math.max(4, needs * scale)];
  const floor = 34;
  const top = floor - room;
  const over = Math.max(3, Math.min(9, taken + more - room));
  return [
    box(22, top, 14, room, "frame", 1), box(22, floor - taken, 14, taken, "full", 1),
    box(22, top, 14, Math.max(0, room - taken), "free", 0), box(22, top - over, 14, over, "over", 0),
    line(`M16 ${top}H42`, "edge"),
  ];
}

const PICKETS = 4;

const DRAWINGS = {
  resource: ({ requested, needs, all }) => gauge(requested, needs, all),
  pods: ({ requested, all }) => [...gauge(requested, 1, all), words(49, 22, String(all), "small")],
  /** A fence; where the pod tolerates the taint it has a gap. */
  taint({ tolerated }) {
    const picket = (x) => line(`M${x} 32V13l3-4 3 4V32z`, tolerated ? "gone" : "fence");
    const rails = tolerated ? [] : [line("M18 17H54M18 26H54", "rail")];
    return [pod(), ...rails, ...Array.from({ length: PICKETS }, (_, i) => picket(19 + i * 9)),
      ...(tolerated ? [line("M18 22H46M41 17l5 5-5 5", "ok")] : [])];
  },
  /** A key that is not the lock's: teeth of another height. */
  label: ({ has }) => [
    dot(8, 18, 5, "key"), line("M13 18H28M22 18v5M27 18v4", "key"),
    box(34, 15, 18, 15, has === null ? "none" : "lock", 2), line("M38 15v-4a5 5 0 0 1 10 0v4", "lock"),
    ...(has === null ? [] : [line("M43 20v5M40 25h6", "hole")]), line("M29 8l6 20", "bar"),
  ],
  nodeName: ({ name }) => [
    pod(), line("M24 9H46l7 9-7 9H24z", "tag"), dot(28, 18, 1.6, "hole"), words(39, 22, name.slice(0, 4), "small"),
    line("M18 32L54 4", "bar"),
  ],
  cordon: () => [
    pod(), line("M24 33V12M50 33V12", "post"), box(22, 14, 32, 7, "boom", 1),
    line("M27 14l-3 7M35 14l-4 7M43 14l-4 7M51 14l-4 7", "stripe"),
  ],
  /** A piece of a puzzle that the node lacks. */
  features: () => [
    pod(2, 6), line("M26 10h8a4 4 0 1 1 7 0h9v8a4 4 0 1 0 0 7v8H26z", "none"), line("M14 12h9M19 8l4 4-4 4", "bar"),
  ],
  /** A plug before a socket that is taken. */
  port: () => [
    box(2, 12, 11, 12, "pod"), line("M13 15h6M13 21h6", "ink"), box(32, 7, 22, 22, "lock", 4),
    box(25, 12, 13, 12, "full"), line("M22 5l5 26", "bar"),
  ],
  /** A shield, and an arrow away from it: before the pod where the term is its own, else before the others. */
  antiAffinity: ({ count, rule }) => [
    pod(2), ...squares(count, 42, 24, "other", 12 / Math.min(Math.max(count, 1), MOST_SQUARES)),
    line(rule === "antiAffinity" ? OWN_SHIELD : OTHERS_SHIELD, "bar"),
  ],
  /** One that is drawn to another, which is not there. */
  affinity: () => [
    pod(2), line("M18 18h16M29 13l5 5-5 5", "ink"), box(40, 12, 12, 12, "none"), words(46, 22, "?", "small"),
  ],
  /** The matching pods of the domain, the pod on top of them, and the ceiling. */
  spread({ count, most, domain }) {
    if (domain === null) return [pod(2), box(30, 8, 22, 24, "none"), words(41, 24, "?", "small")];
    const shown = Math.min(count, MOST_SQUARES - 1);
    const size = Math.min(7, 25 / (shown + 1) - 1);
    const floor = 34;
    const under = Math.min(shown, Math.max(0, shown + (most - count)));
    const ceiling = floor - under * (size + 1) - 0.5;
    return [
      ...Array.from({ length: shown }, (_, i) => box(22, floor - (i + 1) * (size + 1), 16, size, "other", 1)),
      box(22, floor - (shown + 1) * (size + 1) - 1, 16, size, "over", 1),
      line(`M14 ${ceiling}H46`, "edge"), words(51, ceiling + 3, String(most), "small"),
      ...(count > shown ? [words(12, 33, String(count), "small")] : []),
    ];
  },
  disk: () => [pod(2, 6, 10), pod2(), cylinder(24, 10), line("M40 18h8", "bar")],
  volume: ({ volume }) => [pod(2), cylinder(26, 8, volume === null ? "none" : "disk"), line("M16 32L52 4", "bar")],
  /** A disk on the other side of a border. */
  zone: () => [pod(2), line("M22 2V34", "border"), cylinder(32, 8), line("M30 20H18M22 16l-4 4 4 4", "bar")],
  /** Slots of a driver, all taken, and a disk that has none. */
  volumes({ used, needs, all }) {
    const shown = Math.min(all, 4);
    const taken = all > 0 ? Math.round((Math.min(used, all) / all) * shown) : 0;
    return [
      ...Array.from({ length: shown }, (_, i) => box(18 + i * 8, 16, 7, 16, i < taken ? "full" : "frame", 1)),
      ...Array.from({ length: Math.min(needs, 2) }, (_, i) => box(18 + (shown + i) * 8, 8, 7, 16, "over", 1)),
      line(`M${17.5 + shown * 8} 4V34`, "edge"), words(8, 28, String(all), "small"),
    ];
  },
  /** Devices that are suitable: free ones are hollow; what is missing is red. */
  devices({ request, needs, suitable, free }) {
    if (request === null) return [pod(2), chip(34, 10, "none"), line("M20 32L52 4", "bar")];
    const shown = Math.min(suitable, 3);
    const empty = suitable > 0 ? Math.min(shown, Math.round((free / suitable) * shown)) : 0;
    return [
      pod(2, 12, 10),
      ...Array.from({ length: shown }, (_, i) => chip(17 + i * 13, 18, i < shown - empty ? "full" : "frame")),
      ...(needs > free ? [chip(17 + shown * 13, 4, "over")] : []),
    ];
  },
  note: () => [pod(2), wall()],
  plugin: () => [pod(2), wall()],
};

const OWN_SHIELD = "M18 6q8 12 0 24M27 18h9M32 14l4 4-4 4";
const OTHERS_SHIELD = "M38 6q-8 12 0 24M29 18h-9M24 14l-4 4 4 4";
const pod2 = () => box(42, 22, 10, 10, "other");
const cylinder = (x, y, kind = "disk") =>
  line(`M${x} ${y + 4}c0-5 18-5 18 0v16c0 5-18 5-18 0zM${x} ${y + 4}c0 5 18 5 18 0`, kind);
const pin = (x, y) => `M${x} ${y}v2`;
const chip = (x, y, kind) => {
  const pins = [3, 8].flatMap((at) => [pin(x + at, y - 2), pin(x + at, y + 11)]).join("");
  return svg("g", null, box(x, y, 11, 11, kind, 1), line(pins, "ink"));
};
const BRICKS = "M34 8v8M44 8v8M29 16v8M39 16v8M49 16v8M34 24v8M44 24v8";
const wall = () => line(`M24 8H54V32H24zM24 16H54M24 24H54${BRICKS}`, "fence");

/** Which kinds have a drawing of their own. */
export const KINDS = Object.keys(DRAWINGS);

export function pictureOf(obstacle) {
  const draw = DRAWINGS[obstacle.kind] ?? DRAWINGS.plugin;
  const size = { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", "data-kind": obstacle.kind };
  return svg("svg.cause-picture", size, draw(obstacle));
}
