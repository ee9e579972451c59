/** The task of a lesson beside a person's own run: checks that turn with the state, prepared inputs, hints. */
import { button, el, setText } from "../el.js";
import { t } from "../i18n.js";
import { createNames } from "./names.js";
import { done, markCourse, sandbox } from "./progress.js";

/** An input as a person reads it: what is done, to what, and when. Pure. */
export function titleOf({ kind, at, object, node, documents, ...rest }) {
  const things = (documents ?? []).map((document) => `${document.kind} ${document.metadata?.name ?? ""}`).join(", ");
  const about = object ? `${object.kind} ${object.name}` : (node ?? rest.pod ?? things);
  const fields = Object.entries(rest).filter(([, value]) => value !== null);
  const options = fields.map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`);
  const text = [`${kind} ${about ?? ""}`.trim(), ...options].join(" ");
  return at === undefined ? text : t("ui.said_of", { name: t("ui.span.seconds", { seconds: at }), said: text });
}

/** Without the time: an input is given at the newest step. Pure. */
export function untimed(input) {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "at"));
}

/** A prepared input: a button until `give(input)` says that it was taken. */
export function inputButton(input, give) {
  const made = button("btn", titleOf(input), async () => {
    made.disabled = true;
    made.disabled = await give(input);
    made.classList.toggle("given", made.disabled);
  });
  return made;
}

/** Gives inputs one after the other, until one is refused. */
async function giveAll(player, inputs) {
  for (const input of inputs) if (!(await player.input(untimed(input)))) return;
}

/** Hints, one more with each press; the last one brings inputs that only have to be given, each at its second. */
function bindHints(article, player) {
  const more = article.querySelector("[data-more]");
  const list = article.querySelector(".hints ol");
  const most = Number(article.dataset.hints);
  const entry = (input) => el("li", null, inputButton(input, player.inputAt));
  async function show(number) {
    const response = await fetch(`${article.dataset.hint}${number}`);
    if (!response.ok) return;
    const { text, inputs } = await response.json();
    const item = el("li");
    item.innerHTML = text; // safe HTML of the server, as on the page itself
    if (inputs.length) item.append(el("p", { text: t("ui.task.inputs") }), el("ol.inputs", null, inputs.map(entry)));
    list.append(item);
    item.tabIndex = -1;
    item.focus();
    more.hidden = list.children.length >= most;
  }
  more?.addEventListener("click", async () => {
    more.disabled = true;
    await show(list.children.length + 1);
    more.disabled = false; // not before the hint stands there: it moves the button, and a press would miss it
  });
}

export function createTask(article, page) {
  const { dataset } = article;
  const { player } = page;
  const feedback = article.querySelector("#told");
  const wrongWay = article.querySelector("#known-way");
  const line = article.querySelector(".verdict-line");
  const offers = JSON.parse(document.getElementById("offers")?.textContent ?? "[]");
  const named = createNames(article, page.board);
  let newestUrl = "";
  let waiting = null;

  sandbox(dataset.name, page.run);
  for (const offer of article.querySelectorAll("[data-offer]"))
    offer.addEventListener("click", () => giveAll(player, offers[Number(offer.dataset.offer)]));
  article.querySelector("[data-again]").addEventListener("submit", () => sandbox(dataset.name, null));
  bindHints(article, player);
  markCourse();

  function show({ checks, judged, done: solved, inputs, fewest, rejected }) {
    for (const { name, holds, said: message } of checks) {
      const item = article.querySelector(`[data-check="${name}"]`);
      item.dataset.holds = String(holds);
      item.querySelector(".mark").textContent = holds ? "✓" : "✗";
      setText(item.querySelector(".there"), holds ? "" : message);
    }
    const missing = checks.filter(({ holds }) => !holds).length;
    setText(line, solved ? t("ui.task.done") : missing ? t("ui.task.missing", { n: missing }) : t("ui.task.early"));
    wrongWay.hidden = !rejected;
    if (rejected) wrongWay.innerHTML = rejected; // safe HTML of the server
    if (solved && feedback.hidden) {
      done(dataset.name, inputs);
      setText(feedback.querySelector(".count"), t("ui.task.count", { n: inputs, fewest }));
    }
    feedback.hidden = !solved;
    article.classList.toggle("solved", solved);
    article.dataset.judged = String(judged);
  }

  async function ask(url) {
    const response = await fetch(url);
    if (response.ok && newestUrl === url) show(await response.json());
  }

  return {
    pick: () => false,
    render() {
      const { model, playing, busy } = player.state;
      if (!model || playing || busy) return;
      named.render(model);
      const url = `${dataset.checks}?at=${model.seq}`;
      if (url === newestUrl) return;
      newestUrl = url;
      waiting?.();
      waiting = page.clock.timer(120, () => {
        waiting = null;
        ask(url);
      });
    },
  };
}
