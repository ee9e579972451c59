/** The rows of a history: which one led to the step that is shown, and which ones come after it. */

/** `root` holds rows with `data-step`, the newest first; its style comes with the first of them. */
export function markMoments(root, at) {
  const rows = [...root.querySelectorAll("[data-step]")];
  const sheet = document.getElementById("time-style");
  if (rows.length && sheet?.disabled) sheet.disabled = false;
  const here = rows.find((row) => Number(row.dataset.step) <= at);
  for (const row of rows) {
    row.classList.toggle("is-later", Number(row.dataset.step) > at);
    if (row === here) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
}
