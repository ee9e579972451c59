/** Refusals of many nodes by reason: choosing one lights its nodes on the board. */

/** `onLight({reason, nodes})` or, chosen again, `onLight(null)`. */
export function createLights(root, onLight) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-light]");
    if (!button) return;
    const lit = button.getAttribute("aria-pressed") === "true";
    onLight(lit ? null : { reason: button.dataset.light, nodes: button.dataset.nodes.split(" ") });
  });
  return {
    /** Says which reason is lit; null: none. */
    render(reason) {
      for (const button of root.querySelectorAll("[data-light]")) {
        button.setAttribute("aria-pressed", String(button.dataset.light === reason));
      }
    },
  };
}
