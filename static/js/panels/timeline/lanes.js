/**
 * Lanes of the timeline about what is broken: leases and silence, states of nodes, tolerations, pods that cannot end.
 */
import { svg } from "../../el.js";
import { t } from "../../i18n.js";
import { axisTime, middleCut } from "../../format.js";
import { readyOf } from "../../board/partition/faults.js";
import { besidePlayhead } from "./scale.js";

const MOST = 5;
const WORD_PX = 7.1;
const BEFORE_S = 40;
const AFTER_S = 30;
const MOST_AHEAD_S = 900;

const short = (key) => key.slice(key.indexOf("/") + 1);

function grouped(list, keyOf) {
  const groups = new Map();
  for (const each of list) {
    const key = keyOf(each);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(each);
  }
  return [...groups.values()];
}

/**
 * Lanes = [{type, label, …}], the most telling first. Pure.
 * lease {node, until, every} · state {from, noExecute} · stay {from, deadline, node} · toleration {from, to} · detach
 *   {from, to}
 */
export function faultLanes(model) {
  const silent = [...model.nodes.values()]
    .filter((node) => node.link?.lease !== null && node.link?.lease !== undefined)
    .slice(0, 2);
  const timers = [...model.timers.values()];
  const lanes = silent.map((node) => ({
    type: "lease",
    label: t("ui.timeline.lease", { node: node.name }),
    until: node.link.lease,
    every: model.rules.leaseRenewSeconds,
  }));
  for (const node of silent) {
    const since = readyOf(node)?.since;
    if (since === null || since === undefined) continue;
    const executes = (node.taints ?? []).find(({ effect, since: added }) => effect === "NoExecute" && added !== null);
    lanes.push({
      type: "state",
      label: t("ui.timeline.state", { node: node.name }),
      from: since,
      noExecute: executes?.since ?? null,
    });
  }
  const stuck = [...model.pods.values()].filter((pod) => pod.leaving && model.nodes.get(pod.node)?.apart);
  for (const pods of grouped(
    stuck,
    (pod) => `${pod.node} ${pod.leaving.since} ${pod.leaving.deadline}`,
  )) {
    const { since, deadline } = pods[0].leaving;
    lanes.push({
      type: "stay",
      label: pods.map((pod) => pod.name).join(", "),
      from: since,
      deadline,
      node: pods[0].node,
    });
  }
  const tolerating = timers.filter((timer) => timer.kind === "toleration" && timer.pod);
  for (const each of grouped(tolerating, (timer) => `${timer.from} ${timer.to}`))
    lanes.push({
      type: "toleration",
      label: each.map((timer) => short(timer.pod)).join(", "),
      from: each[0].from,
      to: each[0].to,
    });
  for (const timer of timers.filter((each) => each.kind === "detach"))
    lanes.push({
      type: "detach",
      label: t("ui.timeline.detach", { volume: timer.volume ?? timer.why?.args?.volume ?? "" }),
      from: timer.from,
      to: timer.to,
    });
  return lanes.slice(0, MOST);
}

/** The seconds that show all of the lanes, or null where there are none. Pure. */
export function laneWindow(lanes, now, last) {
  if (!lanes.length) return null;
  const starts = lanes.map((lane) => (lane.type === "lease" ? lane.until - BEFORE_S : lane.from));
  const ends = lanes.map((lane) => lane.to ?? lane.deadline ?? now);
  const from = Math.max(0, Math.min(now - BEFORE_S, ...starts));
  const until = Math.min(now + MOST_AHEAD_S, Math.max(now + AFTER_S, last, ...ends));
  return [Math.floor(from / 10) * 10, until + (until - from) * 0.06];
}

/** One lane at `y`: {shapes, words}; words stand above the playhead at `px`. */
export function drawLane(lane, s, y, now, px) {
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
  if (lane.type === "lease") {
    for (let at = Math.ceil(s.t0 / lane.every) * lane.every; at <= lane.until; at += lane.every)
      shapes.push(svg("circle.beat-ok", { cx: s.x(at), cy: y + 7, r: 3.5 }));
    shapes.push(
      svg("path.silence", {
        d: `M${s.clamp(lane.until) + 6} ${y + 7}H${Math.max(s.clamp(lane.until) + 6, s.clamp(now))}`,
      }),
    );
  } else if (lane.type === "state") {
    box(".taintbar", lane.from, now);
    const text = [
      t("ui.timeline.not_ready", { time: axisTime(lane.from) }),
      lane.noExecute === null ? "" : t("ui.timeline.no_execute", { time: axisTime(lane.noExecute) }),
    ]
      .filter(Boolean)
      .join(" · ");
    write(s.clamp(lane.from), s.clamp(now), text, ".taintt");
  } else if (lane.type === "stay") {
    box("", lane.from, Math.min(now, lane.deadline), { fill: "url(#hx)" });
    tick(".tick1", lane.from);
    tick(".tick2", lane.deadline);
    const rest = Math.max(now, lane.deadline);
    box(".stay", now < lane.deadline ? now : lane.deadline, s.t1);
    write(
      Math.max(s.clamp(rest), s.clamp(lane.deadline)),
      s.x1,
      t("ui.timeline.until_answers", { node: lane.node }),
      ".stayt",
    );
  } else {
    box(".tolbar", lane.from, Math.min(now, lane.to));
    box(".toltodo", Math.max(now, lane.from), lane.to);
    tick(".tick-warn", lane.to);
    const text =
      lane.type === "detach"
        ? t("ui.timeline.force_detach", { time: axisTime(lane.to) })
        : t("ui.timeline.tolerates", { n: Math.round(lane.to - lane.from) });
    write(s.clamp(lane.from), s.clamp(now), text, ".tolt");
  }
  return { shapes, words };
}
