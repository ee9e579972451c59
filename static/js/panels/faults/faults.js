/** What can be broken and mended. The dialogs are fetched when somebody first asks for one. */
import { button } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { createLater } from "../../later.js";

/** `actions` = {ask, send, guarded, later}; `player` gives the model that is shown. */
export function createFaults({ player, actions, run }) {
  const breaker = createLater({
    later: actions.later,
    style: "partition-style",
    fetch: () => import("./breaker.js"),
    make: ({ createBreaker }) => createBreaker({ player, actions, run }),
  });
  /** A function that does something in the dialogs. */
  const inDialog = (name) => async (...about) => (await breaker.want({ again: true }))?.[name](...about);
  const [openNode, openCluster, fence] = ["openNode", "openCluster", "fence"].map(inDialog);

  return {
    forceDelete: inDialog("forceDelete"),
    breakOff: inDialog("breakOff"),
    removeNode: inDialog("removeNode"),
    openCluster: () => actions.guarded(openCluster),
    heal: () => actions.send({ kind: "heal", between: null }),
    fence: (node) => actions.guarded(() => fence(node)),
    give: (input) => actions.send(input),
    removeFinalizer(pod, finalizer) {
      actions.send({ kind: "remove-finalizer", object: { kind: "Pod", namespace: pod.ns, name: pod.name }, finalizer });
    },
    /** Buttons for the bar of a chosen node. */
    node: (node) => {
      const onclick = () => actions.guarded(() => openNode(node.name));
      return [button("btn.small", null, onclick, null, icon("bolt"), t("ui.fault.open"))];
    },
  };
}
