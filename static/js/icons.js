/** Inline SVG icons, 16 × 16. Fonts differ between machines, these do not. */
import { svg } from "./el.js";

const PATHS = {
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  play: "M4.5 2.8v10.4l8.5-5.2z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  scheduler: "M8 3.5 13.5 13h-11z",
  scheduler_off: "M8 3.5 13.5 13h-11zM2.500 2.500l11 11",
  next: "M5 3v10l7-5z",
  prev: "M11 3v10L4 8z",
  home: "M13.5 3v10L8 8zM7.5 3v10L2 8z",
  end: "M2.5 3v10L8 8zM8.5 3v10L14 8z",
  slot: "M2.5 5V4.5a2 2 0 0 1 2-2H5M7 2.5h2M11 2.5h.5a2 2 0 0 1 2 2V5M13.5 7v2M13.5 11v.5a2 2 0 0 1-2 2H11M9 13.5H7M5 13.5h-.5a2 2 0 0 1-2-2V11M2.5 9V7",
  cut: "M1 8h4.5M10.5 8H15M6 4.5 7.5 11.5M8.8 4.5l1.4 7",
  warn: "M8 2 1.8 13.2h12.4zM8 6.5v3M8 11.5v.1",
  share: "M8 10V2M5 4.5 8 2l3 2.5M3 8v5.5h10V8",
  fork: "M5.6 3.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM13.6 3.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM9.6 12.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM4 5.1v1.4c0 1 .7 1.5 1.6 1.5h4.8c.9 0 1.6-.5 1.6-1.5V5.1M8 8v2.9",
  theme: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 2.5v11A5.5 5.5 0 0 0 8 2.5z",
  clock: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.3 1.6",
  plus: "M8 3v10M3 8h10",
  arrow: "M2.5 8h11M9.5 4l4 4-4 4",
  down: "M4 6l4 4 4-4",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  ban: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM4.2 4.2l7.6 7.6",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  dash: "M4 8h8",
  dot: "M8 8v.1",
  gate: "M3 14V5M13 14V5M3 6.5h10M3 10h10",
  help: "M5 5.6a3 3 0 1 1 4.4 2.6C8.4 8.8 8 9.3 8 10.4M8 13.4v.1",
  screen: "M2 3h12v8H2zM6 14h4M8 11v3",
  chip: "M4.500 4.500h7v7h-7zM6.500 2v2.500M9.500 2v2.500M6.500 11.500V14M9.500 11.500V14M2 6.500h2.500M2 9.500h2.500M11.500 6.500H14M11.500 9.500H14",
  disk: "M2.5 4c0-1.1 2.5-2 5.5-2s5.5.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2zM2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2",
  ghost: "M3 14V7a5 5 0 0 1 10 0v7l-1.7-1.4L9.7 14 8 12.6 6.3 14l-1.6-1.4zM6.2 7.2v.1M9.8 7.2v.1",
  lock: "M3 8.5A1.5 1.5 0 0 1 4.5 7h7A1.5 1.5 0 0 1 13 8.5v4a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12.5zM5 7V5a3 3 0 0 1 6 0v2",
  bolt: "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
  hand: "M5 8V3.5a1 1 0 0 1 2 0V7m0-4.2a1 1 0 0 1 2 0V7m0-3.2a1 1 0 0 1 2 0V9m0-2.5a1 1 0 0 1 2 0V10c0 2.5-1.8 4.5-4.3 4.5S4.9 13 4.2 11.5L2.6 8.8c-.5-1 .9-1.8 1.5-.9L5 9.2",
  wall: "M2 2.5h5v4.500H2zM9 2.5h5v4.500H9zM2 9h5v4.500H2zM9 9h5v4.500H9z",
  say: "M2.5 3h11v7.500H7l-3 3v-3H2.500z",
  spot: "M8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  more: "M3.500 8v.1M8 8v.1M12.500 8v.1",
  ask: "M2.5 13.500v-4M6.200 13.500v-9M9.900 13.500v-6M13.500 13.500V2.500",
  people: "M8.4 5A2.4 2.4 0 1 1 3.600 5a2.4 2.4 0 0 1 4.800 0zM1.8 13c.3-2.600 2-4 4.200-4s3.900 1.400 4.200 4M10.500 3a2.300 2.300 0 0 1 0 4.300M12 9.400c1.300.6 2 1.900 2.200 3.600",
  power: "M8 2v6M4.500 4.200a5.200 5.200 0 1 0 7 0",
  fence: "M3 14V4.500L4.500 3 6 4.500V14M10 14V4.500L11.500 3 13 4.500V14M1 7.500h14M1 11h14",
  gauge: "M2 11.5a6 6 0 1 1 12 0M8 11l3-4.200M2 11.500h1.500M12.500 11.500H14",
  flag: "M4 14.5V2.500h8l-2 3 2 3H4",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  copy: "M6 5.5h7v8H6zM10 5.5v-3H3v8h3",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.9-.9",
  edit: "M3 13l.6-2.8L11 2.8 13.2 5l-7.4 7.4z",
};
const FILLED = new Set(["play", "pause", "next", "prev", "home", "end"]);

/** An icon by name; hidden from screen readers, the words beside it speak. */
export function icon(name, size = "s") {
  const kind = FILLED.has(name) ? "svg.i.f" : size ? `svg.i.${size}` : "svg.i";
  return svg(kind, { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: PATHS[name] ?? PATHS.dot }));
}

const INPUT = "M8 2l6 6-6 6-6-6z";

/** The mark of who acts: triangle, circle, square; a diamond for an input. */
export function actorMark(actor) {
  const shape = {
    scheduler: "M2 13h12L8 3z",
    kubelet: "M13 8A5 5 0 1 1 3 8a5 5 0 0 1 10 0z",
    controller: "M3.5 3.5h9v9h-9z",
    input: INPUT,
    script: INPUT,
    you: INPUT,
  };
  const path = svg("path", { d: shape[actor] ?? shape.kubelet });
  return svg(`svg.mark.by-${actor}`, { viewBox: "0 0 16 16", "aria-hidden": "true" }, path);
}
