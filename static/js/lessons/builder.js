/** A lesson that is built beside the board: what is chosen there goes with each change, and the draft stays here. */
import { copied, store, stored } from "../browser.js";
import { el } from "../el.js";
import { t } from "../i18n.js";
import { createMarks } from "./marks.js";
import { linkFor } from "./lesson-link.js";

const KEY = "podium.draft.";
const BESIDE = "podium.beside";

/** The language whose texts stand beside the English ones. */
function showBeside(article, form) {
  const choice = form.querySelector("[data-beside]");
  if (!choice) return;
  choice.value = stored(BESIDE) ?? choice.value;
  article.dataset.beside = choice.value;
}

async function share(form) {
  const link = await linkFor(form.elements.text.value, `${location.origin}/learn/open`);
  const status = form.querySelector(".said");
  if (!link) status.textContent = t("ui.lesson.file_instead");
  else status.textContent = await copied(link) ? t("ui.lesson.copied") : link;
}

/** Sends the fields to where `button` leads, as a page of its own. */
function sendPlain(form, button) {
  const plain = form.cloneNode(true);
  for (const field of form.querySelectorAll("textarea, input, select"))
    if (field.name) plain.elements[field.name].value = field.value;
  plain.removeAttribute("hx-post");
  plain.target = button.formTarget;
  plain.hidden = true;
  plain.append(el("input", { type: "hidden", name: "do", value: button.value }));
  document.body.append(plain);
  plain.submit();
  plain.remove();
}

export function createBuilder(article, page) {
  const key = `${KEY}${page.run}`;
  const picked = new Set();
  const mark = createMarks(page.board);
  let subject = "";
  let raw = false;
  let opened = false;
  const form = () => article.querySelector("#draft");

  /** What the board shows goes with every request. */
  function fill() {
    const { model } = page.player.state;
    const { step, pod, picked: names } = form().elements;
    step.value = String(model?.seq ?? "");
    pod.value = subject;
    names.value = [...picked].join(" ");
  }

  /** Sends the text of the file itself; the fields, which may be older, are left out. */
  function sendText() {
    raw = true;
    globalThis.htmx.trigger(form(), "raw");
  }

  /** The draft that was left here, in place of the new one of the page. */
  function restore() {
    const left = stored(key);
    const { text } = form().elements;
    showBeside(article, form());
    if (!left || left === text.value) return store(key, text.value);
    text.value = left;
    return sendText();
  }

  article.addEventListener("change", (event) => {
    if ("beside" in event.target.dataset) {
      store(BESIDE, event.target.value);
      article.dataset.beside = event.target.value;
    } else if (event.target.name === "text") sendText();
    else return;
    event.stopImmediatePropagation();
  }, { capture: true });
  article.addEventListener("htmx:configRequest", ({ detail }) => {
    fill();
    for (const name of ["step", "pod", "picked"]) detail.parameters.set(name, form().elements[name].value);
    const fields = raw ? [...detail.parameters.keys()].filter((name) => name.startsWith("set:")) : [];
    for (const name of fields) detail.parameters.delete(name);
    raw = false;
  });
  article.addEventListener("htmx:beforeSwap", () => {
    opened = form().querySelector("details").open;
  });
  article.addEventListener("htmx:afterSettle", () => {
    store(key, form().elements.text.value);
    const { moved } = form().dataset; // the task is tried out on a copy of the run
    if (moved) {
      store(`${KEY}${moved.split("/").at(-1)}`, form().elements.text.value);
      location.href = moved;
      return;
    }
    if (opened) form().querySelector("details").open = true;
    showBeside(article, form());
  });
  article.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("share" in button.dataset) share(form());
    if ("anew" in button.dataset) {
      store(key, null);
      location.reload();
    }
    if ("plain" in button.dataset) {
      event.preventDefault();
      fill();
      sendPlain(form(), button);
    }
  });
  restore();

  return {
    /** A click on the board chooses a node or a pod for an answer, and the pod of the next question. */
    pick({ pod = null, node = null }) {
      const name = pod ?? node;
      if (name === null) return false;
      if (pod !== null) subject = pod;
      if (!picked.delete(name)) picked.add(name);
      this.render();
      return true;
    },
    render() {
      if (page.player.state.model) mark([...picked], "picked");
    },
  };
}
