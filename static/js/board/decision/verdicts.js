/**
 * What the verdict line of a node says, from the latest decision or from the cursor within one. Pure.
 *
 * Verdict = {kind: "no" | "fit" | "win" | "nom" | "lit" | "wait" | "", icon, message: Message | null, raw: string |
 *   null,
 *   score: string | Message | null, brief: Message for a card that has no space for the other, or nothing, word: one
 *   word for small racks}
 */
import { listed } from "../../i18n.js";

const NONE = { kind: "", icon: null, message: null, raw: null, score: null, word: "" };

function refused({ plugin, line, word }) {
  const icon = plugin === "NodeUnschedulable" ? "ban" : "cross";
  return { kind: "no", icon, message: null, raw: line, score: null, word };
}

/** At a stop inside `into.decision`. */
export function verdictInside(name, into) {
  const { decision, stops, k } = into;
  const stop = stops[k];
  const verdict = decision.nodes?.[name];
  const judged = (decision.order ?? []).indexOf(name);
  if (stop.point === "PreFilter") return { ...NONE, kind: "wait", message: { id: "ui.verdict.not_judged" }, word: "…" };
  if (stop.point === "Filter") {
    if (judged < 0 || judged >= stop.k) {
      return {
        ...NONE,
        kind: "wait",
        message: { id: judged < 0 ? "ui.verdict.not_asked" : "ui.verdict.not_judged" },
        word: "…",
      };
    }
    if (stop.node === name) {
      const { plugin, n, of } = stop.speaker;
      return {
        kind: "lit",
        icon: "eye",
        raw: null,
        word: "…",
        message: { id: "ui.verdict.judging", args: { plugin } },
        score: of ? { id: "ui.verdict.n_of", args: { k: n, of } } : null,
      };
    }
  }
  if (!verdict) return NONE;
  if (verdict.short) return refused({ plugin: verdict.plugin, ...verdict.short });
  const fits = { kind: "fit", icon: "check", raw: null, message: { id: "ui.verdict.passes" }, score: null, word: "" };
  if (stop.point === "Score" && decision.scored) {
    const best = stop.choice && (decision.best ?? []).includes(name);
    return {
      ...fits,
      kind: best ? "win" : "fit",
      message: { id: best ? "ui.verdict.best" : "ui.verdict.fits", args: { pod: short(decision.pod) } },
      score: String(stop.sums[name] ?? 0),
    };
  }
  if (stop.point === "Reserve" && decision.node === name) {
    return {
      ...fits,
      kind: "win",
      message: { id: "ui.verdict.chosen", args: { pod: short(decision.pod) } },
      score: decision.scored ? String(decision.totals?.[name] ?? "") : null,
    };
  }
  return fits;
}

function short(key) {
  return key.slice(key.indexOf("/") + 1);
}

/** Whether the scheduler had found enough nodes before it asked all of them (percentageOfNodesToScore). Pure. */
export const skipsNodes = (decision) => Boolean(decision?.signs?.size) && decision.signs.size < decision.nodeCount;

/**
 * Whether a decision was about this pod, and not about an earlier one of its name. Moments that were kept by earlier
 * versions do not say the pod's uid. Pure.
 */
export const isAbout = (decision, pod) => decision?.uid === undefined || decision.uid === pod.uid;

/**
 * The pod whose creation led here and that a spread constraint counts as it counted the pod of the latest decision, or
 * null. The figures of that decision are not those of the cluster that this pod meets. Pure.
 */
export function nextCounted({ last, frame, pods }) {
  if (last?.spreads !== true || frame?.kind !== "input-apply") return null;
  const counted = pods.get(last.pod)?.tally;
  const waits = (pod) => Boolean(pod) && pod.key !== last.pod && pod.lane !== null && pod.attempts === 0;
  const next = (frame.focus?.pods ?? []).map((key) => pods.get(key)).find((pod) => waits(pod) && pod.tally === counted);
  return counted && next ? next : null;
}

/** The pod that the latest decision was about, unless it is gone or the next one of its kind has come. Pure. */
export function judgedPod(model) {
  const { last, pods } = model;
  if (nextCounted(model)) return null;
  const pod = last ? pods.get(last.pod) : null;
  return pod && isAbout(last, pod) ? pod : null;
}

/**
 * At rest: the outline of the latest decision, and who is promised this node. `nominated` = pods nominated here and not
 * bound, `judged` = the pod it was about.
 */
export function verdictAtRest(node, decision, nominated, judged) {
  if (nominated.length) {
    const id = nominated[0].assumed ? "ui.verdict.chosen" : "ui.verdict.nominated";
    return {
      kind: "nom",
      icon: "slot",
      raw: null,
      score: null,
      word: "slot",
      message: { id, args: { pod: listed(nominated.map((p) => p.name)) } },
    };
  }
  const sign = judged ? decision?.signs.get(node.name) : null;
  if (sign?.refusal) return refused(sign.refusal);
  if (sign) {
    const pod = short(decision.pod);
    const won = decision.node === node.name && decision.result === "bound";
    const { total } = sign;
    const id = !won
      ? "ui.verdict.fits"
      : judged.node !== node.name
        ? "ui.verdict.chosen"
        : !decision.scored || decision.feasible === 1
          ? "ui.verdict.bound_only"
          : decision.tie
            ? "ui.verdict.bound_tie"
            : "ui.verdict.bound_best";
    return {
      kind: won ? "win" : "fit",
      icon: "check",
      raw: null,
      message: { id, args: { pod } },
      brief: id.startsWith("ui.verdict.bound") ? { id: id.replace("bound", "brief") } : null,
      score: total === null ? null : String(total),
      word: total === null ? "" : String(total),
    };
  }
  if (node.cordoned) return { ...NONE, icon: "ban", message: { id: "ui.verdict.cordoned" }, word: "cordon" };
  if (!node.ready) return { ...NONE, icon: "cut", message: { id: "ui.verdict.not_ready" }, word: "not ready" };
  if (judged && skipsNodes(decision)) return { ...NONE, message: { id: "ui.verdict.not_asked" } };
  return NONE;
}
