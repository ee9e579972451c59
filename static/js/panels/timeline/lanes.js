/**
 * Lanes of the timeline about what is broken: leases and silence, states of nodes, tolerations, pods that cannot end.
 */
import { svg } from "../../el.js";
import { listed, t } from "../../i18n.js";
import { axisTime, middleCut } from "../../format.js";
import { besidePlayhead } from "./scale.js";

const WORD_PX = 7.1;
const BEFORE_S = 40;
const AFTER_S = 30;
const MOST_AHEAD_S = 900;

const LABELS = {
  lease: ({ node }) => t("ui.timeline.lease", { node }),
  state: ({ node }) => t("ui.timeline.state", { node }),
  stay: ({ pods }) => listed(pods),
  toleration: ({ pods }) => listed(pods),
  detach: ({ volume }) => t("ui.timeline.detach", { volume }),
};

/** Lanes as the server says them, each with its label, the most telling first. */
export const faultLanes = (model) =>
  (model.trouble?.lanes ?? []).map((lane) => ({ ...lane, label: LABELS[lane.kind](lane) }));

/** The seconds that show all of the lanes, or null where there are none. Pure. */
export function laneWindow(lanes, now, last) {
  if (!lanes.length) return null;
  const starts = lanes.map((lane) => (lane.kind === "lease" ? lane.until - BEFORE_S : lane.from));
  const ends = lanes.map((lane) => lane.to ?? lane.deadline ?? now);
  const from = Math.max(0, Math.min(now - BEFORE_S, ...starts));
  const until = Math.min(now + MOST_AHEAD_S, Math.max(now + AFTER_S, last, ...ends));
  return [Math.floor(from / 10) * 10, until + (until - from) * 0.06];
}

/** One lane at `y`: {shapes, words}; words stand above the playhead at `px`. */
export function drawLane(lane, s, y, now, px) {
  if (lane.draw) return lane.draw(s, y, now, px); // a lane of the tools of the timeline
  const shapes = [
    svg("text.lb", { x: 16, y: y + 11, text: middleCut(lane.label, 14) }, svg("title", { text: lane.label })),
  ];
  const words = [];
  const write = (x, end, text, cls) => {
    const width = text.length * WORD_PX;
    if (end - x < width + 8) return;
    words.push(svg(`text${cls}`, { x: besidePlayhead(x + 6, width, px, end), y: y + 11, text }));
  };
  const box = (cls, from, to, extra = {}) => {
    const [x, end] = [s.clamp(from), s.clamp(to)];
    if (end > x) shapes.push(svg(`rect${cls}`, { x, y, width: end - x, height: 14, rx: 2, ...extra }));
  };
  const tick = (cls, at) => {
    if (at >= s.t0 && at <= s.t1) shapes.push(svg(`path${cls}`, { d: `M${s.x(at)} ${y - 2}v18` }));
  };
  if (lane.kind === "lease") {
    for (let at = lane.until; at >= s.t0; at -= lane.every)
      shapes.push(svg("circle.beat-ok", { cx: s.x(at), cy: y + 7, r: 3.5 }));
    shapes.push(svg("path.silence", {
      d: `M${s.clamp(lane.until) + 6} ${y + 7}H${Math.max(s.clamp(lane.until) + 6, s.clamp(now))}`,
    }));
  } else if (lane.kind === "watch") {
    for (const [from, to] of lane.spans) box(".watchbar", from, to ?? Math.max(now, from));
  } else if (lane.kind === "state") {
    box(".taintbar", lane.from, now);
    const text = [
      t("ui.timeline.not_ready", { time: axisTime(lane.from) }),
      lane.noExecute === null ? "" : t("ui.timeline.no_execute", { time: axisTime(lane.noExecute) }),
    ]
      .filter(Boolean)
      .join(" · ");
    write(s.clamp(lane.from), s.clamp(now), text, ".taintt");
  } else if (lane.kind === "stay") {
    box("", lane.from, Math.min(now, lane.deadline), { fill: "url(#hx)" });
    tick(".tick1", lane.from);
    tick(".tick2", lane.deadline);
    const rest = Math.max(now, lane.deadline);
    box(".stay", now < lane.deadline ? now : lane.deadline, s.t1);
    write(Math.max(s.clamp(rest), s.clamp(lane.deadline)), s.x1, t("ui.timeline.until_answers", { node: lane.node }),
      ".stayt");
  } else {
    box(".tolbar", lane.from, Math.min(now, lane.to));
    box(".toltodo", Math.max(now, lane.from), lane.to);
    tick(".tick-warn", lane.to);
    const text =
      lane.kind === "detach"
        ? t("ui.timeline.force_detach", { time: axisTime(lane.to) })
        : t("ui.timeline.tolerates", { n: Math.round(lane.to - lane.from) });
    write(s.clamp(lane.from), s.clamp(now), text, ".tolt");
  }
  return { shapes, words };
}
