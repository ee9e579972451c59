/** The verdict line of a node: a sign, a sentence, one word for small racks, and a score. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { parts, say, t } from "../../i18n.js";

/** The core's words for one cause; names of resources and totals stay as they are. */
const CAUSES = new Map([
  ["taint", "ui.word.taint"],
  ["cordon", "ui.word.cordon"],
  ["spread", "ui.word.spread"],
  ["affinity", "ui.word.affinity"],
  ["ports", "ui.word.ports"],
  ["pods", "ui.word.pods"],
  ["no", "ui.word.no"],
  ["slot", "ui.word.slot"],
  ["not ready", "ui.word.not_ready"],
]);

/** The word of a small rack in the language of the page. Pure. */
export function wordOf(word) {
  return CAUSES.has(word) ? t(CAUSES.get(word)) : word;
}

/** A message as DOM: its arguments stand out. */
function sentence(message) {
  return parts(message.id, message.args ?? {}).map((p) => (typeof p === "string" ? p : el("b", { text: p.text })));
}

/** What the line says, as text. */
export function verdictText({ raw, message }) {
  if (raw !== null) return raw;
  return message ? say(message) : "";
}

function scoreText({ score }) {
  if (score === null) return "";
  return typeof score === "string" ? score : say(score);
}

export function createVerdictLine() {
  const element = el("div.verdict");
  let drawn = "";

  return {
    element,
    /** `most`: characters that fit; where more would stand there, the brief message comes instead. */
    render(verdict, most) {
      const [text, score] = [verdictText(verdict), scoreText(verdict)];
      const message = verdict.brief && text.length + score.length + 1 > most ? verdict.brief : verdict.message;
      const signature = `${verdict.icon}|${text}|${score}|${message?.id}`;
      if (signature === drawn) return;
      drawn = signature;
      const body = verdict.raw !== null ? verdict.raw : message ? sentence(message) : "";
      element.replaceChildren(...(verdict.icon ? [icon(verdict.icon)] : []),
        el("span.vt", { title: text || null }, body), el("span.vw", null, wordOf(verdict.word)),
        ...(score ? [el("span.sc", { text: score })] : []));
    },
  };
}
