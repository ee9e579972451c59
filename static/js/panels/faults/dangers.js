/** Acts after which data may be lost: each says so first, and offers to fence the node before. */
import { t } from "../../i18n.js";
import { breakAttachment, deleteNode, forceDelete } from "../actions/consequences.js";
import { askDanger } from "../actions/danger.js";
import { askFence } from "./fault-asks.js";

/** `actions` = {ask, guarded}; `player` gives the model that is shown. */
export function createDangers({ host, player, actions }) {
  const model = () => player.state.model;

  function fenceFirst(node) {
    if (!node || node.power === false || node.fenced) return null;
    const word = t("ui.danger.fence_first", { node: node.name });
    return { word, run: () => askFence(actions, node, model().rules) };
  }

  /** `asked()` is called once an input can be given: what to say, and the `input`. */
  function ask(asked) {
    actions.guarded(() => {
      const { input, node, ...said } = asked();
      askDanger({ host, ...said, first: fenceFirst(node), send: () => player.tryInput(input) });
    });
  }

  return {
    forceDelete: (pod) => ask(() => ({
      title: t("ui.danger.force_title", { name: pod.name }),
      warning: model().rules.forceDeleteWarning,
      effect: forceDelete(pod, model()),
      name: pod.name,
      submit: t("ui.danger.do_force"),
      node: model().nodes.get(pod.node),
      input: {
        kind: "delete",
        object: { kind: "Pod", namespace: pod.ns, name: pod.name },
        gracePeriodSeconds: 0,
        force: true,
      },
    })),
    breakOff: (volume, node) => ask(() => ({
      title: t("ui.danger.break_title", { volume, node: node.name }),
      effect: breakAttachment(volume, node, model()),
      name: volume,
      submit: t("ui.danger.do_break"),
      node,
      input: { kind: "break-attachment", volume, node: node.name },
    })),
    removeNode: (node) => ask(() => ({
      title: t("ui.danger.node_title", { node: node.name }),
      effect: deleteNode(node, model()),
      name: node.name,
      submit: t("ui.danger.do_node"),
      node,
      input: {
        kind: "delete",
        object: { kind: "Node", name: node.name },
        gracePeriodSeconds: null,
        force: false,
      },
    })),
  };
}
