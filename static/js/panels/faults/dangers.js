/** Acts after which data may be lost: each says so first, and offers to fence the node before. */
import { t } from "../../i18n.js";
import { consequencesUrl } from "../actions/consequences.js";
import { askDanger } from "../actions/danger.js";
import { askFence } from "./fault-dialogs.js";
import { readJson } from "../../net/http.js";

/**
 * `actions` = {ask, guarded, attempt}; `player` gives the model that is shown; `fetch` is the browser's, or a test's.
 */
export function createDangers({ player, actions, fetch }) {
  const model = () => player.state.model;
  const request = { newest: "" };

  function fenceFirst(node) {
    if (!node || node.power === false || node.fenced) return null;
    const word = t("ui.danger.fence_first", { node: node.name });
    return { word, run: () => askFence(actions, node, model().rules) };
  }

  /** Asks the server what `input` changes, then the person; of several questions the newest counts. */
  function ask({ input, node, ...danger }) {
    actions.guarded(async () => {
      const url = consequencesUrl(player.state.run.id, model().seq, input);
      request.newest = url;
      const consequences = await readJson(url, fetch);
      if (request.newest !== url) return;
      request.newest = "";
      askDanger({ ...danger, consequences, first: fenceFirst(node), send: () => actions.attempt(input) });
    });
  }

  return {
    forceDelete: (pod) => ask({
      title: t("ui.danger.force_title", { name: pod.name }),
      warning: model().rules.forceDeleteWarning,
      name: pod.name,
      submit: t("ui.danger.do_force"),
      node: model().nodes.get(pod.node),
      input: {
        kind: "delete",
        object: { kind: "Pod", namespace: pod.ns, name: pod.name },
        gracePeriodSeconds: 0,
        force: true,
      },
    }),
    breakOff: (volume, node) => ask({
      title: t("ui.danger.break_title", { volume, node: node.name }),
      name: volume,
      submit: t("ui.danger.do_break"),
      node,
      input: { kind: "break-attachment", volume, node: node.name },
    }),
    removeNode: (node) => ask({
      title: t("ui.danger.node_title", { node: node.name }),
      name: node.name,
      submit: t("ui.danger.do_node"),
      node,
      input: { kind: "delete", object: { kind: "Node", name: node.name }, gracePeriodSeconds: null, force: false },
    }),
  };
}
