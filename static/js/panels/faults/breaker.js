/** "Break something": all that can be broken and mended on a node or in the cluster, each with one plain sentence. */
import { closeRow, openDialog } from "../../dialog.js";
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";
import { readJson } from "../../net/http.js";
import { controlPlane } from "./control-plane.js";
import { createDangers } from "./dangers.js";
import { ASKS, askFence } from "./fault-dialogs.js";
import { inGroups, offerButton, offersAddress } from "./offers.js";

const MOST_NODES = 24;

/** The dialog of faults; one is open at a time. */
function createDialog() {
  let open = null;
  const close = () => open?.close();
  return {
    close,
    show(title, body) {
      close();
      const opener = document.activeElement;
      const dialog = openDialog("act.breaker", title, body, closeRow());
      dialog.addEventListener("close", () => {
        if (open === dialog) open = null;
        if (opener?.isConnected && !document.querySelector("dialog[open]")) opener.focus();
      });
      open = dialog;
    },
  };
}

/** `actions` = {ask, send, guarded}; `player` gives the model that is shown. */
export function createBreaker({ player, actions, run }) {
  const model = () => player.state.model;
  const dialog = createDialog();
  const dangers = createDangers({ player, actions });

  function give(input) {
    dialog.close();
    actions.send(input);
  }

  function ask(name, node) {
    dialog.close();
    if (name === "delete_node") dangers.removeNode(node);
    else actions.guarded(() => ASKS[name](actions, node, model().rules));
  }

  const entry = (offer, node) => offerButton(offer, () => (offer.input ? give(offer.input) : ask(offer.ask, node)));
  const entries = (offers, node) => el("div.faults", null, offers.map((offer) => entry(offer, node)));

  /** `draw(offers)` gives the body of the dialog once the server has answered. */
  async function open(title, name, draw) {
    const offers = await readJson(offersAddress(run(), model().seq, name));
    dialog.show(title, offers ? draw(offers) : el("p.bad", { text: t("ui.error.offline") }));
  }

  function openNode(name) {
    const node = model().nodes.get(name);
    if (!node) return;
    const section = ([group, offers]) => [el("h3", { text: t(`ui.fault.${group}`) }), entries(offers, node)];
    open(t("ui.fault.title_node", { node: name }), name, (offers) => inGroups(offers).map(section));
  }

  function openCluster() {
    const names = [...model().nodes.keys()].slice(0, MOST_NODES);
    open(t("ui.fault.title"), null, (offers) => [
      el("h3", { text: t("ui.fault.on_node") }),
      el("div.fault-part", null, names.map((name) => button("btn", name, () => openNode(name)))),
      el("h3", { text: t("ui.fault.parts") }),
      entries(offers.faults, null),
      ...controlPlane(offers, give),
    ]);
  }

  return { ...dangers, openNode, openCluster, fence: (node) => askFence(actions, node, model().rules) };
}
