/** The translator's page: changes stay in this browser and become a PO file. */
import { el } from "../el.js";
import { showPages } from "./page-picture.js";

const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

const LESSON = /^\d\d-[a-z0-9-]+\.yaml: /; // such a place is a context: two lessons may say the same in English

/** The text of a PO file with changes {where, english, plural?, said[]}. Pure. */
export function asPo(language, changes) {
  const head = `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\n"\n`;
  const entries = changes.map(({ where, english, plural, said }) => {
    const ids = plural ? `msgid ${quoted(english)}\nmsgid_plural ${quoted(plural)}` : `msgid ${quoted(english)}`;
    const texts = plural ? said.map((each, k) => `msgstr[${k}] ${quoted(each)}`) : [`msgstr ${quoted(said[0])}`];
    const place = LESSON.test(where) ? `msgctxt ${quoted(where)}\n` : "";
    return `#. ${where}\n${place}${ids}\n${texts.join("\n")}\n`;
  });
  return [head, ...entries].join("\n");
}

/** The changes that are kept; what cannot be read is none. */
export function readChanges(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

function start(rows) {
  const language = location.pathname.split("/").at(-1);
  const key = `podium.translate.${language}`;
  const download = document.querySelector("[data-download]");
  let changes = {};
  try {
    changes = readChanges(localStorage.getItem(key));
  } catch {
    changes = {};
  }

  function keep() {
    download.hidden = Object.keys(changes).length === 0;
    try {
      localStorage.setItem(key, JSON.stringify(changes));
    } catch {
      // a private window: the changes last for this page
    }
  }

  for (const row of rows) {
    const { where, english, plural } = row.dataset;
    const name = `${where}\n${english}`;
    const fields = [...row.querySelectorAll("textarea")];
    const before = fields.map(({ value }) => value);
    if (changes[name]) for (const [k, field] of fields.entries()) field.value = changes[name].said[k] ?? field.value;
    row.classList.toggle("changed", Boolean(changes[name]));
    row.addEventListener("change", () => {
      const said = fields.map(({ value }) => value);
      if (said.some((each, k) => each !== before[k])) changes[name] = { where, english, plural, said };
      else delete changes[name];
      row.classList.toggle("changed", Boolean(changes[name]));
      keep();
    });
  }
  download.addEventListener("click", () => {
    const link = el("a", { download: `podium-${language}.po` });
    link.href = URL.createObjectURL(new Blob([asPo(language, Object.values(changes))], { type: "text/x-po" }));
    link.click();
    URL.revokeObjectURL(link.href);
  });
  showPages(document.querySelectorAll(".tr-page"), language);
  keep();
}

const rows = globalThis.document?.querySelectorAll(".tr") ?? [];
if (rows.length) start(rows);
