/** What every page has: the switch between light and dark without a reload. */
const root = document.documentElement;

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const theme = root.dataset.theme === "light" ? "dark" : "light";
    const body = new FormData(button.form);
    body.set("theme", theme);
    root.dataset.theme = theme;
    root.dispatchEvent(new CustomEvent("podium:theme", { detail: theme }));
    await fetch(button.form.action, { method: "POST", body, redirect: "manual" });
  });
}
