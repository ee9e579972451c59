/** The lens: what one square is about, beside the pointer or the focus. */
import { arrange, el } from "../../el.js";
import { decimal, listed, t } from "../../i18n.js";
import { verdictText } from "../node/verdict-line.js";

const AWAY_PX = 14;
const MOST_PODS = 5;

/** Lines about a node: [name, group, requests, pods, reason]. */
export function linesOf({ node, group, pods, verdict, lines = null }) {
  const { requested } = node;
  const names = pods.slice(0, MOST_PODS).map(({ name }) => name);
  const more = pods.length - names.length;
  return [
    node.name,
    listed([group, node.pool].filter(Boolean)),
    t("ui.land.requested", { cpu: decimal(requested.cpuOf), memory: decimal(requested.memOf) }),
    `${t("ui.node.pods", { n: pods.length })}${names.length ? `: ${listed(names)}${more > 0 ? ` +${more}` : ""}` : ""}`,
    ...(lines?.slice(0, MOST_PODS) ?? []),
    listed([
      lines ? "" : verdictText(verdict), node.cordoned ? t("ui.verdict.cordoned") : "",
      ...(node.taints ?? []).map(({ key, value, effect }) => `${key}${value ? `=${value}` : ""}:${effect}`),
    ].filter(Boolean)),
  ].filter(Boolean);
}

export function createLens() {
  const element = el("div.ls-lens", { hidden: true, "aria-hidden": "true" });
  return {
    element,
    /** `square` = what `linesOf` takes; `box` = its {x, y, px} on the screen of `room`. */
    show(square, { x, y, px }, room) {
      const [name, ...lines] = linesOf(square);
      arrange(element, [el("b", { text: name }), ...lines.map((text) => el("span", { text }))]);
      element.hidden = false;
      const left = x + px + AWAY_PX + element.offsetWidth <= room.width ? x + px + AWAY_PX
        : Math.max(0, x - AWAY_PX - element.offsetWidth);
      const top = Math.max(0, Math.min(y, room.height - element.offsetHeight));
      element.style.setProperty("translate", `${Math.round(left)}px ${Math.round(top)}px`);
    },
    hide() {
      element.hidden = true;
    },
  };
}
