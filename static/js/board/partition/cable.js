/** The cable between the API server and the card of a node: how messages go, and when the node was heard of. */
import { el, setAttr, setClass, setText, svg } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { axisTime } from "../../format.js";
import { duration } from "./faults.js";

const LINES = {
  whole: () => [svg("path.wire", { d: "M11 0v44" }), svg("circle.bead", { cx: 11, cy: 22, r: 4 })],
  late: () => [
    svg("path.wire", { d: "M11 0v44" }),
    svg("circle.bead", { cx: 11, cy: 22, r: 7 }),
    svg("path.hands", { d: "M11 18.500v3.800l2.400 1.400" }),
  ],
  down: () => [svg("path.wire", { d: "M11 0v44" })],
  cut: () => [svg("path.wire", { d: "M11 0v12l-5 5M11 12l5 6M11 44V32l-5-5M11 32l4-6" })],
  deaf: () => [
    svg("path.wire", { d: "M7 0v13M3 13l8 8M11 13l-8 8M7 31v13" }),
    svg("path.wire.ok", { d: "M15 44V2M12 6l3-4 3 4" }),
  ],
  mute: () => [
    svg("path.wire.ok", { d: "M7 0v42M4 38l3 4 3-4" }),
    svg("path.wire", { d: "M15 44V31M11 23l8 8M19 23l-8 8M15 13V0" }),
  ],
};

/** What stands beside the cable: [strong words, quiet words]. */
function cableWords(cable, node) {
  const time = duration(cable.ago);
  const lease =
    node.link?.lease === null || node.link?.lease === undefined
      ? ""
      : t("ui.cable.lease", { time: axisTime(node.link.lease) });
  if (cable.state === "whole") return [t("ui.cable.ago", { time }), ""];
  if (cable.state === "late") return [t("ui.cable.late", { seconds: cable.delay, time }), ""];
  if (cable.state === "deaf") return [t("ui.cable.ago", { time }), t("ui.cable.deaf")];
  if (cable.state === "mute") return [t("ui.cable.last", { time }), t("ui.cable.mute", { node: node.name })];
  return [t("ui.cable.last", { time }), lease];
}

export function createCable() {
  const drawing = svg("svg.cable-wire", { viewBox: "0 0 22 44", "aria-hidden": "true" });
  const small = el("span.cable-icon", null, icon("cut"));
  const strong = el("span.cable-strong");
  const quiet = el("span.cable-quiet");
  const element = el("div.cable", null, drawing, el("span.cable-words", null, small, strong, quiet));
  let shown = "";
  return {
    element,
    update(cable, node) {
      if (shown !== cable.state) {
        shown = cable.state;
        setClass(element, `cable is-${cable.state}`);
        drawing.replaceChildren(...LINES[cable.state]());
      }
      const [first, second] = cableWords(cable, node);
      setText(strong, first);
      setText(quiet, second);
      setAttr(element, "title",
        [first, second, cable.state === "cut" ? t("ui.cable.cut") : cable.state === "down" ? t("ui.cable.down") : ""]
          .filter(Boolean)
          .join(" · "));
    },
  };
}
