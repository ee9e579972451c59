/** The search over the board: the server reads the text, what it means stays as it is, and the rest is dimmed. */
import { button, el, setAttr, setText } from "../../el.js";
import { say, t } from "../../i18n.js";
import { createQuery } from "./query.js";
import { dimmed, firstOf } from "./matches.js";

const MOST_UNFOLDED = 20;
const MANY_NODES = 12; // from then on the box stands above the board
const EXAMPLES = ["cpu>80%", "memory>50%", "app=web", "namespace=default", "Pending", "Insufficient cpu"];
const MOST_CHARACTERS = 200;

/** The field with what is said of its text. */
function createField() {
  const input = el("input", {
    type: "search", maxlength: String(MOST_CHARACTERS), autocomplete: "off", spellcheck: "false",
    "aria-label": t("ui.search.label"), placeholder: t("ui.search.label"), "aria-describedby": "find-told",
  });
  const status = el("p.told", { id: "find-told", role: "status" });
  return {
    input, status,
    tell(words, wrong = false) {
      setText(status, words);
      status.classList.toggle("bad", wrong);
      setAttr(input, "aria-invalid", wrong ? "true" : null);
    },
  };
}

/** What is said of an answer, and whether it is wrong; null: the answer could not be had. */
function sentenceOf(answer) {
  if (!answer) return [t("ui.search.failed"), true];
  if (answer.wrong) return [say(answer.wrong), true];
  if (!firstOf(answer)) return [t("ui.search.none")];
  return [t("ui.search.count", { nodes: answer.nodes.length, pods: answer.pods.length })];
}

/** Dims the cards and pods in `roots` that are not among the matches; null: none is dimmed. */
function createShade(roots, onShade) {
  let dark = false;
  return (off) => {
    onShade(off);
    if (!off && !dark) return;
    dark = off !== null;
    for (const root of roots) {
      for (const card of root.querySelectorAll("[data-node-card]")) {
        card.toggleAttribute("data-off", off?.nodes.has(card.dataset.nodeCard) ?? false);
      }
      for (const pod of root.querySelectorAll("[data-pod]")) {
        pod.toggleAttribute("data-off", off?.pods.has(pod.dataset.pod) ?? false);
      }
    }
  };
}

/**
 * `element` = the empty box, `beside` = what else stands there; `roots` hold cards and pods;
 * `model()` is what is shown, `size()` how large;
 * `onGo({pod} | {node})` chooses, `onText()` is called when the text changed, `onFound(keys)` with pods found,
 * `onShade(off)` with what is dimmed, null for nothing.
 */
export function createSearch({
  element, beside, roots, run, clock, text = "", fetch, model, size, onGo, onText, onFound, leave, onShade = () => {},
}) {
  const { input, status, tell } = createField();
  const shade = createShade(roots, onShade);
  const examples = el("p.examples", null, t("ui.search.examples"), EXAMPLES.map((example) =>
    button("link.mono", example, () => write(example))));
  element.append(input, status, beside.element, beside.key, examples);
  const query = createQuery({ run, clock, fetch, onAnswer: take });
  let phrase = text; // also before the box is open
  let open = Boolean(text);
  let matches = null;
  let shown = null; // the model
  input.value = text;

  function mark() {
    onFound(matches ? matches.pods.slice(0, MOST_UNFOLDED) : []);
    shade(matches && shown ? dimmed(matches, shown) : null);
  }

  function take(answer) {
    matches = answer && !answer.wrong ? answer : null;
    tell(...sentenceOf(answer));
    mark();
  }

  function ask() {
    examples.hidden = phrase !== "";
    if (phrase) {
      query.ask(shown.seq, phrase);
      return;
    }
    query.drop();
    matches = null;
    tell("");
    mark();
  }

  function write(value) {
    input.value = value;
    changed();
    input.focus();
  }

  function changed() {
    phrase = input.value.trim();
    if (shown) ask();
    onText();
  }

  function render() {
    shown = model();
    if (!shown) return;
    const many = shown.nodes.size > MANY_NODES;
    element.hidden = !open && !many;
    beside.render(shown, many, size());
    if (element.hidden) return;
    ask();
    mark();
  }

  input.addEventListener("input", changed);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      query.now(() => {
        const first = matches && firstOf(matches);
        if (first) onGo(first);
      });
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      open = false;
      input.value = "";
      changed();
      render();
      leave();
    }
  });

  return {
    render, mark,
    /** What is searched for, "" for nothing. */
    get text() { return phrase; },
    set text(value) {
      open = open || Boolean(value);
      phrase = value;
      input.value = value;
    },
    /** Opens the box and puts the focus there. */
    focus() {
      open = true;
      render();
      input.focus();
      input.select();
    },
  };
}
