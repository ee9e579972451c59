/** What a kept snapshot says of a pod or a node, as values. Pure. Labels are Kubernetes' own names of fields. */
import { isAbout, verdictAtRest } from "../board/decision/verdicts.js";

const NONE = Object.freeze([]);

/** What the last decision said of each node: [{node, verdict}]; empty where it was about another pod. */
function judged(model, key) {
  if (model.last?.pod !== key) return NONE;
  const pod = model.pods.get(key) ?? { node: null, uid: model.last.uid };
  if (!isAbout(model.last, pod)) return NONE;
  const signs = [...model.last.signs.keys()].filter((name) => model.nodes.has(name));
  return signs.map((name) => ({ node: name, verdict: verdictAtRest(model.nodes.get(name), model.last, NONE, pod) }));
}

function ofPod(model, key) {
  const pod = model.pods.get(key);
  const decision = model.decisions.get(key);
  const rows = [
    ["status.phase", pod.phase],
    ["spec.nodeName", pod.node],
    ["status.nominatedNodeName", pod.nominated],
    ["spec.priority", pod.priority],
    ["requests.cpu", pod.cpu ? pod.cpuText : null],
    ["requests.memory", pod.mem ? pod.memText : null],
    ["kube-scheduler", decision ? [decision.result, decision.node].filter(Boolean).join(" · ") : null],
  ];
  return { pod, title: pod.name, why: pod.why ?? null, rows, nodes: judged(model, key), pods: NONE };
}

function ofNode(model, name) {
  const node = model.nodes.get(name);
  const taints = (node.taints ?? []).map(({ key, value, effect }) => `${key}${value ? `=${value}` : ""}:${effect}`);
  const rows = [
    ["cpu", node.requested?.cpuOf],
    ["memory", node.requested?.memOf],
    ["spec.unschedulable", node.cordoned ? "true" : null],
    ["spec.taints", taints.join(", ")],
    ["Ready", String(node.ready)],
    ["kubelet", node.version],
  ];
  const pods = [...model.pods.values()].filter((pod) => pod.node === name).map((pod) => pod.key);
  return { pod: null, title: name, why: null, rows, nodes: NONE, pods };
}

/**
 * {pod, title, why, rows: [[label, value]], nodes: [{node, verdict}], pods: keys}: what is chosen, else the pod that
 * was decided on last; null where there is neither.
 */
export function factsOf(model, chosen) {
  const facts = chosen.node && model.nodes.has(chosen.node)
    ? ofNode(model, chosen.node)
    : [chosen.pod, model.last?.pod].filter((key) => model.pods.has(key)).map((key) => ofPod(model, key))[0];
  if (!facts) return null;
  return { ...facts, rows: facts.rows.filter(([, value]) => value !== null && value !== undefined && value !== "") };
}
