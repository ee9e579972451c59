/** What a person was wrong about, in words: the server says them in return for the answers that were given. */
import { el } from "../el.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

/**
 * Asks for the words of wrong `answers` → [{lesson, step, title, question, said, misconception, right, sure, now}].
 */
export async function askMistakes(url, answers) {
  if (!answers.length) return [];
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(answers.slice(0, 200)) });
  if (!response.ok) return [];
  const { mistakes } = await response.json();
  return mistakes.map((entry) => {
    const { sure, now } = answers.find(({ lesson, step }) => lesson === entry.lesson && step === entry.step);
    return { ...entry, sure, now };
  });
}

/** Text that the server escaped, with code between tags and nothing else. */
export function words(selector, html) {
  const element = el(selector);
  element.innerHTML = html;
  return element;
}

function again({ step, title }, base) {
  return el("a", { href: `${base}${step}` }, t("ui.learn.again"), el("span.sr", { text: `: ${title}` }));
}

/** The entry of a mistake; `base` with the step is the address of the moment. */
export function mistake(entry, base) {
  const wrong = entry.misconception || entry.said;
  return el("li.wr", {},
    el("div.wr-head", {}, el("b", { text: entry.title }),
      entry.sure ? el("span.tag.warn", { text: t("ui.learn.sure") }) : null,
      entry.now ? el("span.tag.ok", { text: t("ui.learn.now_right") }) : null),
    words("p.wr-asked", entry.question),
    el("div.wr-both", {},
      el("span.bad", {}, icon("cross"), el("span.sr", { text: t("ui.learn.you_said") })), words("span.ink2", wrong),
      el("span.ok", {}, icon("check"), el("span.sr", { text: t("ui.learn.is_so") })), words("span", entry.right)),
    base ? again(entry, base) : null);
}
