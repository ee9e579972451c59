/** "Share this moment": copies the address of this step to the clipboard, and says so. */
import { copied } from "../../browser.js";
import { closeRow, openDialog } from "../../dialog.js";
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { VERDICT, ZONE } from "../../board/layout/groups.js";

/**
 * Address of a moment below `page`, the address of the run or of a page about it. `chosen` = {pod} | {node} |
 * {service}; empty values are left out. Pure.
 */
export function momentUrl(page, { at, into = null, pod = null, node = null, service = null, tab = null, ...looks }) {
  const [path, queryText = ""] = page.split("?");
  const query = new URLSearchParams(queryText);
  query.set("at", String(at));
  if (into !== null) query.set("into", String(into));
  if (pod) query.set("pod", pod);
  if (node) query.set("node", node);
  if (service) query.set("service", service);
  if (tab && tab !== "why") query.set("tab", tab);
  const { search = "", colour = VERDICT, group = ZONE, kept = [] } = looks;
  if (search) query.set("q", search);
  if (colour !== VERDICT) query.set("colour", colour);
  if (group !== ZONE) query.set("group", group);
  for (const [name, value] of kept) query.append(name, value);
  return `${path}?${query.toString().replaceAll("%2F", "/")}`;
}

/** Asks the server to keep what is seen of a step. The link works without it, so that a failure is not reported. */
export function keepMoment(run, at) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "");
  body.set("at", String(at));
  fetch(`/r/${run}/share`, { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Copies the address and says `words`; where that fails a dialog shows the address, selected for the keyboard. */
async function copy(url, words, tell) {
  if (await copied(url)) {
    tell(words, "good");
    return;
  }
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": t("ui.share.failed") });
  openDialog("share", t("ui.share.failed"), field, closeRow());
  field.select();
}

/**
 * `keep(at)` asks the server to keep what is seen of a step, `core` names the version that shows it so, `release` that
 * of Kubernetes. `edit` is the link that lets others act on the run; only its owner's page has one.
 */
export function createShare({ button, moment, edit = "", core = "", release = "", keep = () => {}, tell }) {
  function share() {
    const { path: bare, at } = moment();
    keep(at);
    const path = core ? `${bare}&${new URLSearchParams({ core, release })}` : bare;
    return copy(new URL(path, location.href).href, t("ui.share.copied", { at }), tell);
  }
  share.edit = () => copy(edit, t("ui.share.edit_copied"), tell);
  button?.addEventListener("click", share);
  return share;
}
