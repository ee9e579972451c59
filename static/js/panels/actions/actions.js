/** What a person may do to the cluster; a person who may not act on this run is offered a fork. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { createInputDialogs, objectOf } from "./input-dialog.js";

const MOST_TAINTS = 3; // that have a button of their own

/** The workload that the server says is to be scaled for other numbers of pods like this one, or null. Pure. */
export function scalable(pod, workloads) {
  const own = workloads.get(pod.owner?.replace("/", `/${pod.ns}/`));
  const workload = workloads.get(own?.scales);
  if (!workload) return null;
  const name = workload.key.slice(workload.key.indexOf("/") + 1);
  return { kind: workload.kind, namespace: pod.ns, name, replicas: workload.replicas };
}

/** `verb` = {id, kind, key, name?} of the table of verbs, whose kubectl line the button tells: see `hands.js`. */
const button = (words, onclick, verb, title = null) => el("button.btn.small", {
  type: "button", title, onclick, "data-hand-verb": verb.id, "data-kind": verb.kind, "data-key": verb.key,
  "data-verb-name": verb.name,
}, words);

/**
 * `more` = {node(node), pod(pod), forceDelete(pod), all(thing)}: what other panels offer beside these.
 * `createEditor(place)` makes a better field for YAML.
 */
export function createActions({ player, fork, tell, createEditor = null, more = () => null }) {
  const dialogs = createInputDialogs({ player, fork, tell });
  const { guarded, later, send } = dialogs;
  const rules = () => player.state.model.rules;
  /** A dialog that is fetched when somebody first asks for one. */
  const podDialogs = () => later(import("./pod-dialogs.js"));
  const dialog = (name, ...about) => guarded(async () => (await podDialogs())?.[name](dialogs, ...about));
  const label = (object) => dialog("askLabel", object);

  function ofNode(node) {
    const { name } = node;
    const cordon = node.cordoned ? "uncordon" : "cordon";
    const own = (node.taints ?? []).filter((taint) => !taint.key.startsWith("node.kubernetes.io/"));
    const verb = (id, which) => ({ id, kind: "Node", key: name, name: which });
    const untaint = ({ key, effect }) => {
      const remove = () => send({ kind: "untaint", node: name, key, effect });
      const which = `${key}:${effect}`;
      return button(`${t("ui.act.untaint")} ${key}`, remove, verb("untaint", which), which);
    };
    return [
      button(t(`ui.act.${cordon}`), () => send({ kind: cordon, node: name }), verb(cordon)),
      button(t("ui.act.taint"), () => dialog("askTaint", node, rules()), verb("taint")),
      ...own.slice(0, MOST_TAINTS).map(untaint),
      button(t("ui.act.label"), () => label({ kind: "Node", name }), verb("label")),
      ...(more()?.node(node) ?? []),
    ];
  }

  function ofPod(pod, workloads) {
    const target = scalable(pod, workloads);
    const remove = () => dialog("askDelete", pod, rules(), () => more()?.forceDelete(pod));
    const verb = (id) => ({ id, kind: "Pod", key: pod.key });
    const scale = target && { id: "scale", kind: target.kind, key: `${target.namespace}/${target.name}` };
    return [
      button(t("ui.act.label"), () => label(objectOf(pod)), verb("label")),
      ...(target ? [button(t("ui.act.scale"), () => dialog("askScale", target, rules()), scale)] : []),
      ...(more()?.pod?.(pod) ?? []),
      button(t("ui.act.delete"), remove, verb("delete")),
    ];
  }

  return {
    /** The dialog of manifests, with a text to begin with. */
    apply: (text = "") =>
      guarded(async () => (await later(import("./yaml-dialog.js")))?.askApply({ ...dialogs, createEditor, text })),
    // for panels that offer more
    ...dialogs,
    /** Buttons for what is chosen. */
    bar(model, chosen, canAct) {
      const thing = chosen.node ? { kind: "Node", key: chosen.node } : { kind: "Pod", key: chosen.pod };
      const all = (canAct || dialogs.copies()) && (chosen.node || chosen.pod) ? more()?.all?.(thing) ?? [] : [];
      if (!canAct)
        return [el("button.btn.small", { type: "button", onclick: fork }, icon("fork"), t("ui.act.fork")), ...all];
      const node = chosen.node ? model.nodes.get(chosen.node) : null;
      if (node) return [...ofNode(node), ...all];
      const pod = chosen.pod ? model.pods.get(chosen.pod) : null;
      return pod ? [...ofPod(pod, model.workloads), ...all] : [];
    },
    toggleScheduler: () => send({ kind: "scheduler", running: !(player.state.model?.scheduler?.running ?? true) }),
  };
}
