/** The inspector's part about a pod that cannot end: why, and what can be done, safest first. */
import { button, el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { besideStatus } from "../../board/partition/faults.js";
import { countdown, section, strong } from "./trouble-parts.js";

/** What is the case, and what it means; a Chinese sentence is followed by no blank. */
const explained = (what, meaning) => [el("b", { text: what }), /[\u3000-\u303f]$/.test(what) ? "" : " ", meaning];

function blocked(timers) {
  if (!timers.length) return null;
  return section("ui.stuck.blocked", el("ul.waits", null, timers.map((timer) => {
    const detach = timer.kind === "detach";
    const args = { volume: timer.volume, node: timer.node };
    return el("li", null, icon("clock"), el("span", null, strong(detach ? { id: "ui.stuck.detach", args } : timer.why)),
      countdown(timer.to, detach ? "ui.stuck.force_in" : "ui.stuck.until"));
  })));
}

/** One step of the ladder; a step that can be done is a button. */
function rung(step, i, subject, faults, canAct) {
  const words = t(`ui.stuck.${step.step}`, step.args);
  const asks = {
    fence: () => faults.fence(subject.node),
    delete_node: () => faults.removeNode(subject.node),
    force_delete: () => faults.forceDelete(subject.pod),
  };
  const run = step.input ? () => faults.give(step.input) : asks[step.ask];
  return el(`li${step.level === "bad" ? ".worst" : ""}`, { "data-rung": step.step },
    el(`span.ln.${step.level}`, { text: String(i + 1) }),
    run && canAct
      ? button(`btn${step.level === "bad" ? ".danger" : ""}`, words, run)
      : el("span.lad-do", { text: words }), el("span.ink2", { text: t(`ui.stuck.${step.reason}`, step.reasonArgs) }));
}

function waits(pod, cause) {
  if (cause === "finalizers") {
    return el("div.block", null, icon("lock"),
      el("span", null,
        ...explained(t("ui.stuck.finalizers", { finalizers: pod.leaving.finalizers }), t("ui.stuck.finalizers_says"))));
  }
  const owner = pod.owner?.split("/")[0] ?? "";
  const says =
    owner === "StatefulSet" ? t("ui.stuck.waits_set_says", { owner, pod: pod.name }) : t("ui.stuck.waits_kubelet_says");
  return el("div.block", null, icon("clock"),
    el("span", null, ...explained(t("ui.stuck.waits_kubelet", { node: pod.node }), says)));
}

function ghost(process) {
  const words = strong({ id: "ui.stuck.ghost", args: { pod: process.name, node: process.node } });
  return el("div.block", null, icon("ghost"), el("span", null, words));
}

/** The pod's word, why nothing new is known of it, and who owns it. */
function state(pod, outdated, now) {
  const beside = besideStatus(outdated, now);
  return el("p.row.small", null, el("span.tag.bad", { text: pod.state }),
    beside ? el("span.ink2", { text: say(beside) }) : null, el("span.sp"),
    pod.owner ? el("span.dim", { text: pod.owner.replace("/", " ") }) : null);
}

/** A button for each finalizer that holds the object. */
function finalizers(pod, removeFinalizer) {
  return section("ui.stuck.remove_finalizer_says", pod.leaving.finalizers.map((name) => button("btn.small",
    t("ui.stuck.remove_finalizer", { finalizer: name }), () => removeFinalizer(pod, name))));
}

/** Sections about a pod, below its heading. */
export function podTroubles(key, model, now, faults, canAct) {
  const pod = model.pods.get(key);
  const ghosts = [...model.processes.values()].filter((process) => process.pod === key && process.ghost).map(ghost);
  if (!pod) return ghosts;
  const { cause = null, outdated = null, ladder = [] } = model.stuck.get(key) ?? {};
  const subject = { pod, node: model.nodes.get(pod.node) };
  return [
    ...ghosts,
    ...(cause ? [state(pod, outdated, now), waits(pod, cause)] : []),
    blocked([...model.timers.values()].filter((timer) => timer.holds.includes(key))),
    cause === "kubelet"
      ? section("ui.stuck.ladder", el("ol.lad", null, ladder.map((step, i) => rung(step, i, subject, faults, canAct))))
      : null,
    cause && canAct && pod.leaving.finalizers.length ? finalizers(pod, faults.removeFinalizer) : null,
  ].filter(Boolean);
}
