/** "Break something": all that can be broken and mended on a node or in the cluster, each with one plain sentence. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { controlPlane } from "./control-plane.js";
import { createDangers } from "./dangers.js";
import { ASKS, askFence } from "./fault-dialogs.js";
import { inGroups, offerButton, offersAddress, readOffers } from "./offers.js";

const MOST_NODES = 24;

/** The dialog of faults; one is open at a time. */
function createDialog(host) {
  let open = null;
  const close = () => open?.close();
  return {
    close,
    show(title, body) {
      close();
      const opener = document.activeElement;
      const heading = el("h2", { id: "breaker-title", text: title });
      const end = el("form.dlg-row", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") }));
      const dialog = el("dialog.act.breaker", { "aria-labelledby": "breaker-title" }, heading, body, end);
      dialog.addEventListener("close", () => {
        dialog.remove();
        if (open === dialog) open = null;
        if (opener?.isConnected && !document.querySelector("dialog[open]")) opener.focus();
      });
      open = dialog;
      host.append(dialog);
      dialog.showModal();
    },
  };
}

/** `actions` = {ask, send, guarded}; `player` gives the model that is shown. */
export function createBreaker({ host, player, actions, run }) {
  const model = () => player.state.model;
  const dialog = createDialog(host);
  const dangers = createDangers({ host, player, actions });

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
    const offers = await readOffers(offersAddress(run(), model().seq, name));
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
    const button = (name) => el("button.btn", { type: "button", text: name, onclick: () => openNode(name) });
    open(t("ui.fault.title"), null, (offers) => [
      el("h3", { text: t("ui.fault.on_node") }),
      el("div.fault-part", null, names.map(button)),
      el("h3", { text: t("ui.fault.parts") }),
      entries(offers.faults, null),
      ...controlPlane(offers, give),
    ]);
  }

  return { ...dangers, openNode, openCluster, fence: (node) => askFence(actions, node, model().rules) };
}
