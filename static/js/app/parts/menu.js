/**
 * The menu of a phone: what the top bar has no space for stands in a list. The elements themselves move there and back.
 */
import { closeRow } from "../../dialog.js";
import { el } from "../../el.js";
import { t } from "../../i18n.js";

const MOVED = [
  "what-if", "time-link", "owner-tools", "report-link", "tool-link", "source-link", "present-form", "menu-links",
  "language", "themeform",
];

export function createMenu(button) {
  if (!button) return;
  const body = el("div.menu-body");
  const heading = el("h2", { id: "menu-title", text: t("ui.menu.title") });
  const dialog = el("dialog.menu", { "aria-labelledby": "menu-title" }, heading, body, closeRow());
  document.body.append(dialog);
  const elements = MOVED.map((id) => document.getElementById(id)).filter(Boolean);
  const homes = elements.map((element) => ({ element, mark: document.createComment("menu") }));
  for (const { element, mark } of homes) element.before(mark);
  dialog.addEventListener("close", () => {
    for (const { element, mark } of homes) mark.after(element);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".menu-body button")) dialog.close();
  });
  button.addEventListener("click", () => {
    body.replaceChildren(...elements);
    dialog.showModal();
  });
}
