/** A ring that empties, with a number in it. */
import { svg } from "../../el.js";

export function ring() {
  return svg("svg.ring", { viewBox: "0 0 34 34", "aria-hidden": "true" },
    svg("circle.bgc", { cx: 17, cy: 17, r: 14.5 }),
    svg("circle.fgc", { cx: 17, cy: 17, r: 14.5, pathLength: 100 }),
    svg("text", { x: 17, y: 17.5 }));
}
