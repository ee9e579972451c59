/** A long text on its way in: how far its import is, and a button that stops it. Short ones go as forms do. */
import { isPacked } from "./files.js";

const LOOK_AFTER_MS = 300;
const LOOK_LIMIT_MS = 8000;
const LOOKS_IN_VAIN = 20; // without an answer: then the server is said to be silent, and asked on

/** The sentence for a stage, with the share in percent and counts as the language writes them. */
export function sentence(pattern, { share = 0, done = 0, of = 0, place = 0 }, language = undefined) {
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  return pattern
    .replace("{share}", percent.format(Math.floor(share * 100) / 100))
    .replace("{done}", whole.format(done))
    .replace("{of}", whole.format(of))
    .replace("{place}", whole.format(place));
}

/** A name for the job, which nobody else can guess. */
function drawName() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function size(form, editor) {
  const files = [...form.querySelector("input[type=file]").files];
  if (files.some(isPacked)) return Infinity; // how long its text is shows only when it is unpacked
  return files.reduce((sum, file) => sum + file.size, editor.get().length);
}

/** Leads to what is wrong with a text that was sent: on a phone it lies below the text. */
export function leadTo(result) {
  result.tabIndex = -1;
  result.focus();
  result.scrollIntoView({ block: "nearest" });
}

/** The place that says how far a job is; while it is open the form's buttons rest. */
function createProgress(form) {
  const place = form.querySelector("[data-sending]");
  const [status, bar, stop] = ["[data-stage]", "progress", "[data-stop]"].map((part) => place.querySelector(part));
  const buttons = form.querySelectorAll("button[name=do]");

  function open(on) {
    place.hidden = !on;
    bar.hidden = stop.hidden = false;
    if (on) place.scrollIntoView({ block: "nearest" }); // it stands below the buttons, often below the page
    for (const button of buttons) button.disabled = on;
  }

  function show(stage, state = {}) {
    status.textContent = sentence(place.dataset[stage], state, document.documentElement.lang);
    if (state.share === undefined) bar.removeAttribute("value");
    else bar.value = state.share;
  }

  return {
    stop, open, show,
    /** Ends with a sentence that stays, if there is one. */
    end(stage) {
      open(false);
      if (!stage) return;
      place.hidden = false;
      show(stage);
      bar.hidden = stop.hidden = true;
    },
  };
}

function cancel(form, job) {
  const headers = { "X-CSRFToken": form.querySelector("[name=csrfmiddlewaretoken]").value };
  fetch(form.dataset.stop, { method: "POST", headers, body: new URLSearchParams({ job }) }).catch(() => {});
}

/** `editor()` = the editor that stands there now, `go(url)` leaves for the board. */
export function bindSubmission({ form, result, clock, editor, go = (url) => location.assign(url) }) {
  const { open, show, stop, ...progress } = createProgress(form);
  let job = null;

  /** Ends with a sentence; the text is still in the editor or the file field. */
  function end(stage) {
    job = null;
    progress.end(stage);
  }

  /** What the server tells of a job. Until the whole text has arrived there, it does not know the job. */
  function tell(mine, next) {
    if (job !== mine || (next.stage === "waits" && !mine.sent)) return;
    if (next.stage === "done") arrive(mine, next);
    else show(next.stage, next.stage === "stores" || next.stage === "waits" ? { ...next, share: undefined } : next);
  }

  async function look(mine) {
    if (job !== mine) return;
    try {
      const address = `${form.dataset.progress}?job=${mine.name}`;
      const answer = await fetch(address, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) });
      if (answer.ok) {
        mine.vain = 0;
        tell(mine, await answer.json());
      }
    } catch {
      mine.vain += 1; // the next look may succeed
      if (job === mine && mine.vain === LOOKS_IN_VAIN) show("silent");
    }
    clock.timer(LOOK_AFTER_MS, () => look(mine));
  }

  /** The job is done: to the board, or what is wrong with the text comes from the page of the job. */
  async function arrive(mine, { run, url }) {
    if (mine.arrived) return;
    mine.arrived = true;
    if (run) {
      show("stores");
      go(url);
      return;
    }
    const answer = await fetch(url).catch(() => null);
    if (job === mine) read(answer === null ? "" : await answer.text());
  }

  /** A page with what is wrong with the text. */
  function read(page) {
    const made = new DOMParser().parseFromString(page, "text/html").getElementById(result.id);
    end(made ? null : "failed");
    if (!made) return;
    result.replaceChildren(...made.childNodes);
    leadTo(result);
  }

  function answered(mine) {
    const { request } = mine;
    const isJson = request.getResponseHeader("Content-Type")?.startsWith("application/json");
    if (isJson && request.status === 202) mine.sent = true; // from now on the looks tell of it
    else if (isJson && request.status < 300) arrive(mine, { run: true, url: JSON.parse(request.responseText).url });
    else if (isJson) end("busy");
    else read(request.responseText);
  }

  function send(submitter) {
    const mine = { name: drawName(), request: new XMLHttpRequest(), sent: false, arrived: false, vain: 0 };
    job = mine;
    const data = new FormData(form, submitter);
    data.set("job", mine.name);
    const { request } = mine;
    request.open("POST", form.getAttribute("action"));
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (job === mine) show("sends", { share: loaded / total });
    });
    request.upload.addEventListener("load", () => {
      mine.sent = true;
    });
    request.addEventListener("load", () => job === mine && answered(mine));
    // once the text is there, its job goes on without this request, and the looks tell of it
    request.addEventListener("error", () => job === mine && !mine.sent && end("failed"));
    open(true);
    show("sends", { share: 0 });
    request.send(data);
    clock.timer(LOOK_AFTER_MS, () => look(mine));
  }

  form.addEventListener("submit", (event) => {
    if (size(form, editor()) <= Number(form.dataset.lintLimit)) return;
    event.preventDefault();
    if (!job) send(event.submitter);
  });
  stop.addEventListener("click", () => {
    const { name, request } = job;
    end("stopped");
    cancel(form, name);
    request.abort();
  });
  addEventListener("pageshow", () => end(null)); // back from the board
}
