/** "Share this moment": the address of this step, into the clipboard, and a word that it is there. */
import { el } from "../el.js";
import { t } from "../i18n.js";

/** Address of a moment. `chosen` = {pod} | {node}; empty values leave no trace in it. Pure. */
export function momentUrl(run, { at, into = null, pod = null, node = null, tab = null }) {
  const query = new URLSearchParams();
  query.set("at", String(at));
  if (into !== null) query.set("into", String(into));
  if (pod) query.set("pod", pod);
  if (node) query.set("node", node);
  if (tab && tab !== "why") query.set("tab", tab);
  return `/r/${run}?${query.toString().replaceAll("%2F", "/")}`;
}

export function createShare({ button, host, moment, tell }) {
  async function share() {
    const { path, at } = moment();
    const url = new URL(path, location.href).href;
    try {
      await navigator.clipboard.writeText(url);
      tell(t("ui.share.copied", { at }), "good");
    } catch {
      // no clipboard without https or permission: show the link, chosen, ready for the keys
      const field = el("input", { type: "text", readonly: true, value: url, "aria-label": t("ui.share.failed") });
      const dialog = el("dialog.share", { "aria-label": t("ui.share.button") }, el("h2", { text: t("ui.share.failed") }), field, el("form.dlg-row", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") })));
      host.append(dialog);
      dialog.addEventListener("close", () => dialog.remove());
      dialog.showModal();
      field.select();
    }
  }
  button?.addEventListener("click", share);
  return share;
}
