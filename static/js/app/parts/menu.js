/**
 * What the top bar has no space for stands in a list: on a phone all of it, for the owner of a run what is rare or has
 * no space for its words. The elements themselves move there and back.
 */
import { closeRow } from "../../dialog.js";
import { el } from "../../el.js";
import { t } from "../../i18n.js";

const MOVED = [
  "what-if", "time-link", "owner-tools", "unscripted", "report-link", "acts-link", "maintenance-link",
  "tool-link", "source-link", "present-form", "menu-links", "language", "themeform",
];

/** Whether the bar shows it; an element without a box of its own is seen by its parts. */
const isSeen = (element) => [element, ...element.querySelectorAll("*")].some((part) => part.getClientRects().length);

/** @param {HTMLElement[]} buttons each of which opens it */
export function createMenu(buttons) {
  const body = el("div.menu-body");
  const heading = el("h2", { id: "menu-title", text: t("ui.menu.title") });
  const dialog = el("dialog.menu", { "aria-labelledby": "menu-title" }, heading, body, closeRow());
  document.body.append(dialog);
  const elements = MOVED.map((id) => document.getElementById(id)).filter(Boolean);
  const homes = elements.map((element) => ({ element, mark: document.createComment("menu") }));
  for (const { element, mark } of homes) element.before(mark);
  dialog.addEventListener("close", () => {
    for (const { element, mark } of homes) if (element.parentNode === body) mark.after(element);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".menu-body button")) dialog.close();
  });
  for (const button of buttons) {
    button.addEventListener("click", () => {
      body.replaceChildren(...elements.filter((element) => element.id === "owner-tools" || !isSeen(element)));
      dialog.showModal();
    });
  }
}
