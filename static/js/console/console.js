/** The console: a log, a line to type, and what is offered to complete it. The server answers each line. */
import { fetchInTime } from "../net/http.js";
import { createChoices } from "./choices.js";
import { filtered } from "./filters.js";
import { commandsOf } from "./here-documents.js";
import { createHistory } from "./history.js";
import { createLog } from "./log.js";

const AGAIN_MS = 500; // a command that waits looks so often

/** What the server answers at its addresses `play` and `complete`; `namespace` is that of the next command. */
function createServer({ play, complete, token, words, at, say }) {
  function address(url, more) {
    const query = new URLSearchParams({ ...more, namespace: server.namespace });
    const step = at();
    if (step !== null) query.set("at", String(step));
    return [url, query];
  }

  const server = {
    namespace: "default",
    get prompt() {
      return `${server.namespace} $`;
    },
    async play(line, text) {
      const [url, body] = address(play, { line, text, csrfmiddlewaretoken: token });
      const response = await fetchInTime(url, { method: "POST", body, headers: { Accept: "application/json" } });
      const answer = await response.json().catch(() => null);
      if (response.ok && answer) return answer;
      const refused = words.refused.replace("{status}", response.status);
      const reason = answer?.said ?? (response.status === 429 ? words.often : refused);
      return { lines: [reason], code: 1, filters: [] };
    },
    async complete(line) {
      const [url, query] = address(complete, { line });
      const response = await fetchInTime(`${url}?${query}`).catch(() => null);
      const answer = await response?.json().catch(() => null);
      if (response?.ok && answer) return answer;
      if (answer?.said) say([answer.said], ".bad");
      return { start: line.length, words: [] };
    },
  };
  return server;
}

/** Where the report on a drain that somebody typed is, or null for another command. Pure. */
export function drainReport(line, run) {
  const [verb, ...rest] = line.trim().split(/\s+/).filter((word) => word !== "kubectl");
  if (verb !== "drain") return null;
  const nodes = rest.filter((word) => /^[a-z0-9/.-]+$/.test(word) && !word.startsWith("-"));
  const query = nodes.map((name) => ["node", name.replace(/^nodes?\//, "")]);
  return `/r/${run}/upkeep?${new URLSearchParams([["choose", "1"], ...query])}`;
}

/** Plays commands; `stop` = what ends the one that waits, or null. */
function createRunner({ server, log: { say, clear }, stop, prompt, editor, later, words, run: name, changed }) {
  let waiting = null;

  function show({ lines, code, filters }) {
    try {
      say(filtered(lines, filters), code ? ".bad" : "");
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      say([`grep: ${error.message}`], ".bad");
    }
  }

  /** Plays a command, and asks again while it waits. */
  async function run(line, text) {
    let next = line;
    let input = text;
    const stopping = new AbortController();
    let filters = null;
    waiting = () => stopping.abort();
    stop.hidden = false;
    try {
      while (next && !stopping.signal.aborted) {
        const answer = await server.play(next, input);
        const report = filters ? null : drainReport(line, name);
        filters ??= answer.filters;
        show({ ...answer, filters });
        if (report && !answer.code) say([[{ text: words.report, href: report }]]);
        if (answer.namespace) {
          server.namespace = answer.namespace;
          prompt.textContent = server.prompt;
        }
        if (answer.changed) changed();
        if (answer.edit) edit(answer.edit, line);
        next = answer.next;
        input = "";
        if (next && !stopping.signal.aborted) await new Promise((done) => { later(AGAIN_MS, done); });
      }
      if (stopping.signal.aborted) say(["^C"]);
    } catch (error) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
      say([words.lost], ".bad");
    } finally {
      waiting = null;
      stop.hidden = true;
    }
  }

  async function edit({ text, line }, typed) {
    const { openEditor } = await import("./editor.js");
    const done = await openEditor(editor.place, text);
    editor.field.focus();
    if (done === null) say([words.cancelled]);
    else await enter([{ line: line || typed, text: done }]);
  }

  /** Commands one after the other; `echo`: whether they are not in the log yet. */
  async function enter(commands, echo = true) {
    for (const { line, text } of commands) {
      if (echo) say([`${server.prompt} ${line}`], ".typed");
      if (line === "clear") clear();
      else await run(line, text);
    }
  }

  return {
    enter,
    get stop() { return waiting; },
  };
}

/**
 * Brings the console in `root` to life. `at()` is the step that a board shows when it is not the newest, else null;
 * `choose({pod} | {node})` shows a thing on it, without one a name leads to the board; `changed()`: the run was
 * changed.
 */
export function createConsole(root, { later, at = () => null, choose = null, changed = () => {} }) {
  const find = (name) => root.querySelector(`[data-part="${name}"]`);
  const [form, field, stop, prompt] = ["form", "field", "stop", "prompt"].map(find);
  const log = createLog(find("log"), { run: root.dataset.run, choose, onRest: () => field.focus() });
  const { say } = log;
  const words = JSON.parse(find("words").textContent);
  const history = createHistory(`podium.console.${root.dataset.run}`);
  const server = createServer({ ...root.dataset, token: form.elements.csrfmiddlewaretoken.value, words, at, say });
  const editor = { place: find("editor"), field };
  const runner = createRunner({
    server, log, stop, prompt, editor, later, words, run: root.dataset.run, changed,
  });
  let here = null; // a here-document that has not ended

  /** What was typed or pasted; several lines come one after the other. */
  async function take(value) {
    const script = commandsOf(value, here);
    const documents = here || script.open || script.done.some(({ text }) => text);
    const rows = value.split("\n");
    if (documents) say(rows.map((text, place) => (here || place ? `> ${text}` : `${server.prompt} ${text}`)), ".typed");
    here = script.open;
    prompt.textContent = here ? ">" : server.prompt;
    await runner.enter(script.done, !documents);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = field.value;
    if (runner.stop) return;
    if (!here) history.add(value.trim());
    field.value = "";
    choices.close();
    take(value);
  });
  field.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!pasted.includes("\n") || runner.stop) return;
    event.preventDefault();
    const value = field.value + pasted;
    field.value = "";
    take(value);
  });

  const choices = createChoices({
    field, list: find("choices"), offered: server.complete,
    say: (count) => { find("told").textContent = words.choices.replace("{n}", count); },
  });

  function interrupt() {
    if (runner.stop) runner.stop();
    else if (here) {
      here = null;
      prompt.textContent = server.prompt;
      say(["^C"]);
    }
  }

  field.addEventListener("keydown", (event) => {
    if (choices.key(event)) return;
    const { key, ctrlKey } = event;
    if (ctrlKey && key === "c" && field.selectionStart === field.selectionEnd) interrupt();
    else if (ctrlKey && key === "l") log.clear();
    else if (key === "ArrowUp" || key === "ArrowDown") {
      const line = history.move(key === "ArrowUp" ? -1 : 1, field.value);
      if (line !== null) field.value = line;
    } else return;
    event.preventDefault();
  });
  stop.addEventListener("click", () => {
    interrupt();
    field.focus();
  });
  return { focus: () => field.focus(), interrupt };
}
