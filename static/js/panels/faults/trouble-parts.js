/** What sections about trouble share: titles, words with strong names, seconds that run down. */
import { el } from "../../el.js";
import { parts, t } from "../../i18n.js";
import { duration } from "../../board/partition/faults.js";

/** A section with its title. */
export const section = (title, ...children) => el("section", null, el("h3", { text: t(title) }), ...children);

/** A message whose arguments are strong. */
export const strong = (message) =>
  parts(message.id, message.args ?? {}).map((p) => (typeof p === "string" ? p : el("b", { text: p.text })));

/** Seconds that run down where they stand; `tick` writes them. */
export function countdown(to, word) {
  return el("span.tn", { "data-until": to, "data-word": word });
}

/** Writes what is left of all countdowns below an element. */
export function tickCountdowns(root, now) {
  for (const element of root.querySelectorAll("[data-until]")) {
    const text = t(element.dataset.word, { time: duration(Number(element.dataset.until) - now) });
    if (element.textContent !== text) element.textContent = text;
  }
}
