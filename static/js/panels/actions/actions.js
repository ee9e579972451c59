/** What a person may do to the cluster; a person who may not act on this run is offered a fork. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { askApply } from "./apply.js";
import { createAsking, field, numberField, radioFields, textField } from "./asking.js";

const SHORT_GRACE = 5;
const MOST_TAINTS = 3; // that have a button of their own

/** Choices of a grace period: [value, word, seconds]; "" asks for the pod's own. Pure. */
export function gracesOf(rules) {
  const seconds = [rules.defaultGraceSeconds, SHORT_GRACE].map((n) => [String(n), "ui.act.grace_seconds", n]);
  return [
    ["", "ui.act.grace_default", 0],
    ...seconds,
    [String(rules.nowGraceSeconds), "ui.act.grace_now", rules.nowGraceSeconds],
    ["force", "ui.act.grace_force", rules.forceGraceSeconds],
  ];
}

function objectOf(pod) {
  return { kind: "Pod", namespace: pod.ns, name: pod.name };
}

/** The workload that the server says is to be scaled for other numbers of pods like this one, or null. Pure. */
export function scalable(pod, workloads) {
  const own = workloads.get(pod.owner?.replace("/", `/${pod.ns}/`));
  const found = workloads.get(own?.scales);
  if (!found) return null;
  const name = found.key.slice(found.key.indexOf("/") + 1);
  return { kind: found.kind, namespace: pod.ns, name, replicas: found.replicas };
}

/** `byForce()` asks about deleting by force, which has a dialog of its own. */
function askDelete({ ask }, pod, rules, byForce) {
  const choices = gracesOf(rules).map(([value, word, n]) => [value, t(word, { n })]);
  const grace = radioFields("grace", t("ui.act.grace"), choices);
  ask({
    title: t("ui.act.delete_title", { name: pod.name }),
    submit: t("ui.act.do_delete", { name: pod.name }),
    danger: true,
    body: grace.element,
    make() {
      const value = grace.value();
      if (value === "force") return null;
      const gracePeriodSeconds = value === "" ? null : Number(value);
      return { kind: "delete", object: objectOf(pod), gracePeriodSeconds, force: false };
    },
    instead: byForce,
  });
}

function askTaint({ ask }, node, { taintEffects }) {
  const [key, value] = [textField("key", { required: true }), textField("value")];
  const effects = taintEffects.map((each) => el("option", { value: each, text: each }));
  const effect = el("select", { name: "effect" }, effects);
  ask({
    title: t("ui.act.taint_title", { name: node.name }),
    submit: t("ui.act.taint"),
    body: [field("ui.act.key", key), field("ui.act.value", value), field("ui.act.effect", effect)],
    make: () => ({ kind: "taint", node: node.name, key: key.value, value: value.value, effect: effect.value }),
  });
}

function askLabel({ ask }, object) {
  const [key, value] = [textField("key", { required: true }), textField("value")];
  const hint = el("p.small.dim", { text: t("ui.act.label_hint") });
  ask({
    title: t("ui.act.label_title", { name: object.name }),
    submit: t("ui.act.label"),
    body: [field("ui.act.key", key), field("ui.act.value", value), hint],
    make: () => ({ kind: "label", object, labels: { [key.value]: value.value === "" ? null : value.value } }),
  });
}

function askScale({ ask }, { replicas, ...object }, { mostReplicas }) {
  const wanted = numberField("replicas", { min: 0, max: mostReplicas, step: 1, value: replicas });
  ask({
    title: t("ui.act.scale_title", { name: `${object.kind} ${object.name}` }),
    submit: t("ui.act.scale"),
    body: field("ui.act.replicas", wanted),
    make: () => ({ kind: "scale", object, replicas: Number(wanted.value) }),
  });
}

const button = (words, onclick, title = null) => el("button.btn.small", { type: "button", title, onclick }, words);

/**
 * `more` = {node(node), pod(pod), forceDelete(pod)}: what other panels offer beside these. `createEditor(place)`
 * makes a better field for YAML.
 */
export function createActions({ host, player, fork, tell, createEditor = null, more = () => null }) {
  const asking = createAsking({ host, player, fork, tell });
  const { guarded, send } = asking;
  const rules = () => player.state.model.rules;
  const label = (object) => guarded(() => askLabel(asking, object));

  function ofNode(node) {
    const { name } = node;
    const cordon = node.cordoned ? "uncordon" : "cordon";
    const own = (node.taints ?? []).filter((taint) => !taint.key.startsWith("node.kubernetes.io/"));
    const untaint = ({ key, effect }) => {
      const remove = () => send({ kind: "untaint", node: name, key, effect });
      return button(`${t("ui.act.untaint")} ${key}`, remove, `${key}:${effect}`);
    };
    return [
      button(t(`ui.act.${cordon}`), () => send({ kind: cordon, node: name })),
      button(t("ui.act.taint"), () => guarded(() => askTaint(asking, node, rules()))),
      ...own.slice(0, MOST_TAINTS).map(untaint),
      button(t("ui.act.label"), () => label({ kind: "Node", name })),
      ...(more()?.node(node) ?? []),
    ];
  }

  function ofPod(pod, workloads) {
    const target = scalable(pod, workloads);
    const remove = () => askDelete(asking, pod, rules(), () => more()?.forceDelete(pod));
    return [
      button(t("ui.act.label"), () => label(objectOf(pod))),
      ...(target ? [button(t("ui.act.scale"), () => guarded(() => askScale(asking, target, rules())))] : []),
      ...(more()?.pod?.(pod) ?? []),
      button(t("ui.act.delete"), () => guarded(remove)),
    ];
  }

  return {
    apply: () => guarded(() => askApply({ ...asking, createEditor })),
    // for panels that offer more
    ...asking,
    /** Buttons for what is chosen. */
    bar(model, chosen, canAct) {
      if (!canAct) return [el("button.btn.small", { type: "button", onclick: fork }, icon("fork"), t("ui.act.fork"))];
      const node = chosen.node ? model.nodes.get(chosen.node) : null;
      if (node) return ofNode(node);
      const pod = chosen.pod ? model.pods.get(chosen.pod) : null;
      return pod ? ofPod(pod, model.workloads) : [];
    },
    toggleScheduler: () => send({ kind: "scheduler", running: !(player.state.model?.scheduler?.running ?? true) }),
  };
}
