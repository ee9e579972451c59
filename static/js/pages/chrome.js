/** What every page has: terms that explain themselves, and the switch between themes without a reload. */
import { nextTheme } from "../theme.js";
import { bindTerms } from "./terms.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

bindTerms(document);

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const theme = nextTheme(root.dataset.theme, dark.matches);
    const body = new FormData(button.form);
    body.set("theme", theme);
    root.dataset.theme = theme;
    root.dispatchEvent(new CustomEvent("podium:theme", { detail: theme }));
    await fetch(button.form.action, { method: "POST", body, redirect: "manual" });
  });
}
