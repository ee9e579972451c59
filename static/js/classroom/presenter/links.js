/** Presenter's links: for co-teachers and other devices; each can be revoked. */
import { copied } from "../../browser.js";
import { closeRow, field, openDialog } from "../../dialog.js";
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";

function token() {
  return document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** POST of a form of this room: the JSON of the answer, or null. */
export async function post(path, fields = {}) {
  const headers = { "X-CSRFToken": token(), Accept: "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) }).catch(() => null);
  if (!response?.ok) return null;
  return response.json().catch(() => ({}));
}

function row({ link, label, opened, here, revoked, yours }, room, onDone) {
  const words = [t("ui.room.link_opened", { n: opened }), here ? t("ui.room.link_here", { n: here }) : null,
    yours ? t("ui.room.link_yours") : null, revoked ? t("ui.room.link_revoked") : null].filter(Boolean).join(" · ");
  const revoke = button("btn", t("ui.room.revoke"), async () => onDone(await post(`${room}/links/${link}/revoke`)));
  const name = el("b", { text: label || t("ui.room.link_n", { n: link }) });
  return el("li.link-row", {}, name, el("span.ink2", { text: words }), revoked || yours ? null : revoke);
}

/** Opens the dialog; `dataset.room` is the room's path, `state()` has its links. */
export function openLinks({ room }, state, tell) {
  const list = el("ul.links");
  const made = el("p.made", { role: "status" });
  const label = el("input", { type: "text", name: "label", maxlength: 40 });
  const draw = () => list.replaceChildren(...state().links.map((link) => row(link, room, done)));

  function done(answer) {
    if (!answer) tell(t("ui.error.offline"), "wrong");
    draw();
  }

  async function make(event) {
    event.preventDefault();
    const answer = await post(`${room}/links`, { label: label.value.trim() });
    if (!answer) {
      done(null);
      return;
    }
    made.replaceChildren(el("code", { text: answer.url }));
    if (await copied(answer.url)) made.append(" ", el("span.ok", { text: t("ui.room.link_copied") }));
    draw();
  }

  const form = el("form.fields", { onsubmit: make }, field("ui.room.link_label", label),
    el("button.btn.pri", { text: t("ui.room.link_make") }));
  draw();
  const means = el("p.ink2", { text: t("ui.room.links_mean") });
  openDialog("act.broad", t("ui.room.links"), means, list, form, made, closeRow());
}
