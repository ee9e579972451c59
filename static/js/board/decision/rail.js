/** The rail of extension points: done, now, skipped, rejected, failed, to come. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { middleCut } from "../../format.js";

const MOST_CHARS = 20; // of a pod's name: so the node has space after it
const CLASS = { done: "done", on: "on", skipped: "skip", rejected: "rej", failed: "rej", todo: "todo" };
/** One sign of one width in every state, so that no point moves as the cycle goes on; that of `todo` is not seen. */
const SIGN = { done: "check", on: "arrow", skipped: "dash", rejected: "cross", failed: "cross", todo: "dot" };

function short(key) {
  return key.slice(key.indexOf("/") + 1);
}

/** What the cycle is about, in a few words, with `pod` as the name of its pod. */
function subject(decision, stop, pod) {
  if (stop?.point === "Filter") return t("ui.rail.node_of", { pod, k: stop.k, of: stop.of });
  if (stop?.plugin) return t("ui.rail.plugin", { pod, plugin: stop.plugin });
  if (stop) return pod;
  if (decision.result === "bound") return `${pod} → ${decision.node}`;
  if (decision.result === "nominated")
    return t("ui.rail.nominated", { pod, node: decision.node ?? "" });
  return t(`ui.rail.${decision.result}`, { pod });
}

/** Points of the rail, at a stop or at rest; `names` are those of a run without a decision. Pure. */
export function pointsOf(decision, stop, names) {
  if (!decision) return names.map((point) => ({ point, state: "todo" }));
  return stop ? decision.rails[stop.point] : decision.rail;
}

/** An extension point says what it is for on a click. */
function termOf(point) {
  return el("button.explained", {
    type: "button", tabindex: "-1", title: t(`ui.point.${point}_means`), text: point,
    "data-card": point[0].toLowerCase() + point.slice(1),
  });
}

export function createRail(root) {
  const title = el("b");
  const about = el("span.ink2");
  const stopped = el("span.tag.warn", { hidden: true, text: t("ui.rail.stopped") });
  const list = el("ol", { "aria-label": t("ui.rail.label") });
  root.append(el("span.row.railt", null, title, about, stopped), list);
  const terms = new Map(); // one button a point, so that the focus stays on it from cycle to cycle
  let shown = "";

  return {
    /** `decision`: the outline of the latest one, or the whole one in which the cursor stands at `stop`. */
    render(decision, stop, { names, running }) {
      const points = pointsOf(decision, stop, names);
      const signature = JSON.stringify([decision?.cycle, decision?.pod, stop, points, running]);
      if (signature === shown) return;
      shown = signature;
      title.textContent = decision ? t("ui.rail.cycle", { number: decision.cycle }) : t("ui.rail.none");
      stopped.hidden = running;
      root.classList.toggle("is-stopped", !running);
      const pod = decision ? short(decision.pod) : "";
      about.textContent = decision ? subject(decision, stop, middleCut(pod, MOST_CHARS)) : "";
      about.title = decision ? subject(decision, stop, pod) : ""; // a long name is cut, the points are not
      for (const { point } of points) if (!terms.has(point)) terms.set(point, termOf(point));
      const focused = [...terms.values()].find((term) => term === document.activeElement);
      list.replaceChildren(...points.map(({ point, state }) =>
        el(`li.${CLASS[state] ?? "todo"}`, { "aria-current": state === "on" ? "step" : null },
          icon(SIGN[state]), terms.get(point), el("span.sr", null, ` ${t(`ui.point.${state}`)}`))));
      if (focused) focused.focus();
    },
  };
}
