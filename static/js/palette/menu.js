/** The menu of a thing: its verbs, each with the kubectl line that does the same, and what belongs to it. */
import { el } from "../el.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { nameOf, wordsOf } from "./directory.js";
import { bindDrops } from "./drops.js";

const MOST_RELATED = 12;
const EDGE_PX = 8;
/** Values that lead to the page on which the document is changed, by kind; other objects lead to their lines there. */
const ASKS = { Pod: ["terminationGracePeriodSeconds", "cpu", "tolerationSeconds"], Node: ["cpu", "unschedulable"] };
/** Kinds of things of which a drain can be reported. */
const REPORTS = ["Node", "Zone"];
const DROPS = { Pod: "pod", Node: "node" };

/** Within the window: below and to the right of a place, or as far as there is space. */
function put(element, { x, y }) {
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(EDGE_PX, Math.min(x, innerWidth - width - EDGE_PX));
  const top = Math.max(EDGE_PX, Math.min(y, innerHeight - height - EDGE_PX));
  element.style.setProperty("--x", `${left}px`);
  element.style.setProperty("--y", `${top}px`);
}

/** What stands in the menu of a thing. `row(verb, thing)` draws a verb, `showNext(other)` opens another's menu. */
function partsOf({ verbs, related, ...thing }, { row, showNext, showThere, askUrl, reportUrl }) {
  const ours = verbs.filter(({ group }) => group === "kubectl" || group === "add");
  const faults = verbs.filter((verb) => !ours.includes(verb));
  const rows = (list) => list.map((verb) => row(verb, thing));
  const things = related.slice(0, MOST_RELATED).map((other) => el("button.hand-thing", {
    type: "button", text: nameOf(other), onclick: () => showNext(other),
  }));
  const title = (words) => el("h3", { text: words });
  const shows = ["Pod", "Node", "Service"].includes(thing.kind)
    ? el("button.hand-thing", { type: "button", text: t("ui.hand.show"), onclick: () => showThere(thing) })
    : null;
  const fields = ASKS[thing.kind] ?? (thing.kind && thing.kind !== "Zone" ? [""] : []);
  const asks = askUrl ? fields.map((field) => el("a.hand-thing", {
    href: askUrl(thing, field), text: field || nameOf(thing),
  })) : [];
  return [
    el("h2", { id: "hand-title", text: nameOf(thing) }),
    el("div.hand-list", null,
      rows(ours),
      reportUrl && REPORTS.includes(thing.kind) ? el("a.hand-thing.hand-report", {
        href: reportUrl(thing), text: t("ui.hand.report"),
      }) : null,
      asks.length ? [title(t("ui.whatif.tag")), asks] : null,
      faults.length ? [title(t("ui.fault.title")), rows(faults)] : null,
      things.length || shows ? [title(t("ui.hand.related")), shows, things] : null),
    el("p.hand-hint", { text: thing.kind === "" ? t("ui.hand.drag") : t("ui.hand.copy_key") }),
  ];
}

/**
 * `runner` does verbs, `directory` knows them, `onShow(thing)` shows a thing, `copy(line)` puts it into the clipboard.
 * `askUrl(thing, field)` = where a value, or with "" any of a thing, is changed; `reportUrl(thing)` = the report on its
 * drain; both null where a run cannot be changed.
 */
export function createMenu({ directory, runner, tell, onShow, copy, askUrl, reportUrl }) {
  let open = null;

  function close(focus = true) {
    if (!open) return;
    const { element, opener } = open;
    open = null;
    const inside = element.contains(document.activeElement);
    element.remove();
    if (focus && inside && opener?.isConnected) opener.focus();
  }

  const copyButton = (line) => el("button.hand-copy", {
    type: "button", "aria-label": t("ui.text_of", { name: t("ui.hand.copy"), text: line }),
    title: t("ui.hand.copy"), tabindex: "-1", onclick: () => copy(line),
  }, icon("copy", ""));

  function row(verb, thing) {
    const line = runner.line(verb);
    const kind = DROPS[verb.args.kind];
    const onclick = () => {
      close();
      runner.verb(verb, thing);
    };
    const word = wordsOf(verb);
    const asks = verb.fields.length > 0 && verb.group !== "add";
    const level = verb.level === "bad" ? ".bad" : "";
    const button = el(`button.hand-verb${level}`, { type: "button", "data-verb": verb.id, "data-line": line, onclick },
      el("span.hand-word", { text: asks ? t("ui.hand.asks", { verb: word }) : word }),
      el("code", { text: line }));
    if (verb.group === "add" && kind) {
      button.draggable = true;
      button.addEventListener("dragstart", (event) => {
        event.dataTransfer.setData(`application/x-podium-${kind}`, "1");
        event.dataTransfer.effectAllowed = "copy";
        open.dragged = verb;
      });
      // not at once: a browser gives a drag up whose element goes away as it begins
      button.addEventListener("drag", () => open?.element.setAttribute("data-dragged", ""));
    }
    return el("div.hand-row", null, button, line ? copyButton(line) : null);
  }

  function onKey(event) {
    const { key, target } = event;
    const rows = [...open.element.querySelectorAll(".hand-verb, .hand-thing")];
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
    if (to !== undefined) rows.at(to % rows.length)?.focus();
    else if (key === "Escape") close();
    else if (key === "c" && !event.ctrlKey && !event.metaKey && target.dataset.line) copy(target.dataset.line);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function showThere(thing) {
    close(false);
    onShow(thing);
  }

  async function show(thing, at) {
    const answer = await directory.verbs(thing);
    if (!answer.verbs) {
      tell(answer.gone ? t("ui.hand.gone", { thing: nameOf(thing) }) : t("ui.hand.failed"), "wrong");
      return;
    }
    const opener = open?.opener ?? document.activeElement;
    close(false);
    const attributes = { role: "dialog", "aria-labelledby": "hand-title", tabindex: "-1" };
    const showNext = (other) => show(other, at);
    const element = el("div.hand-menu", attributes, partsOf(answer, { row, showNext, showThere, askUrl, reportUrl }));
    open = { element, opener, dragged: null };
    document.body.append(element);
    put(element, at);
    element.addEventListener("keydown", onKey);
    (element.querySelector(".hand-verb, .hand-thing") ?? element).focus();
  }

  document.addEventListener("pointerdown", ({ target }) => {
    if (open && !open.element.contains(target)) close(false);
  }, true);

  bindDrops(() => open?.dragged ?? null, {
    onDrop(dragged, over) {
      close(false);
      runner.verb(dragged, { kind: "", key: "" }, over);
    },
    onEnd: () => open?.element.removeAttribute("data-dragged"),
  });

  return { show, close };
}
