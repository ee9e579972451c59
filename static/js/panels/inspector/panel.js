/** The content of the inspector: the fragment of a page, and what belongs to the Why beside it. */
import { el } from "../../el.js";
import { parts, t } from "../../i18n.js";
import { createLights } from "../why/lights.js";
import { createLive } from "../why/live.js";
import { meanwhile, stopOf } from "../why/subject.js";
import { pageOf } from "./addresses.js";
import { place } from "./place.js";

export const PANEL = "inspector-body";

const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/**
 * Says which row of a history led to step `at`, and which ones come after it: `root` holds rows with `data-step`, the
 * newest first; their style comes with the first of them.
 */
export function markMoments(root, at) {
  const rows = [...root.querySelectorAll("[data-step]")];
  const sheet = document.getElementById("time-style");
  if (rows.length && sheet?.disabled) sheet.disabled = false;
  const here = rows.find((row) => Number(row.dataset.step) <= at);
  for (const row of rows) {
    row.classList.toggle("is-later", Number(row.dataset.step) > at);
    if (row === here) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
}

/** `summary` is shown while nothing is chosen and nothing was decided; for the others see `createInspector`. */
export function createPanel({ summary, partsOf, onLight, fragments }) {
  const fragment = el("div.fragment");
  const live = createLive(fragment, partsOf);
  const lights = createLights(fragment, onLight);
  let whatIf = null;
  let scalpel = null; // other values by hand
  const other = el("p.meanwhile", { hidden: true });
  const attributes = { id: PANEL, tabindex: "0", role: "region", "aria-label": t("ui.tab.label") };
  const element = el("div.insp", attributes, live.lead, fragment);
  let url = "";
  let scrolled = 0; // px
  element.addEventListener("scroll", () => {
    scrolled = element.scrollTop;
  }, { passive: true });

  function tellOfAnother(pod) {
    other.hidden = !pod;
    if (!pod || other.dataset.pod === pod) return;
    other.dataset.pod = pod;
    const link = el("button.link", { type: "button", "data-choose": pod, text: nameOf(pod) });
    other.replaceChildren(...parts("waits.cycle", { pod: nameOf(pod) }).map((part) => (part.arg ? link : part)));
  }

  /** The sliders of a what-if, fetched with the first Why that has a place for them; without them it is whole. */
  async function askWhatIf(slot) {
    try {
      whatIf ??= (await import("../why/what-if.js")).createWhatIfs(fragments);
    } catch {
      return;
    }
    if (slot.isConnected && !slot.firstChild) slot.append(whatIf(slot.dataset.whatIf));
  }

  return {
    element,
    /** Says below, outside of what scrolls, that another pod is being scheduled. */
    other,
    /** The address of what is shown; empty: no page. */
    get url() { return url; },
    put(html, from) {
      url = from;
      place(fragment, element, html, scrolled);
      const values = fragment.querySelector("details[data-scalpel]");
      // other values by hand come with the first page that has a place for them; without them it has a link
      if (values) import("../scalpel/scalpel.js").then((module) => (scalpel = module).bind(values), () => {});
      else scalpel?.leave();
    },
    /** What is chosen is not there at this step, or nothing is chosen yet. */
    nothing(subject) {
      url = "";
      scalpel?.leave();
      if (subject) {
        const name = nameOf(subject.pod);
        const note = el("p.ink2", { text: t("ui.why.no_decision", { pod: name }) });
        fragment.replaceChildren(el("div.row.heading", null, el("h2", { text: name })), note);
        return;
      }
      const lead = summary ? [el("p.summary", { text: summary })] : [];
      const choose = el("p.ink2.empty", { text: t("ui.inspector.nothing") });
      const step = el("p.ink2.empty.of-cycles", { text: t("ui.inspector.decision") });
      fragment.replaceChildren(...lead, choose, step);
    },
    /** A page that cannot be had leaves what stood there, unless that was about something else. */
    failed(address) {
      if (pageOf(address) === pageOf(url)) return;
      url = "";
      fragment.replaceChildren(...(live.empty ? [el("p.bad", { text: t("ui.inspector.failed") })] : []));
    },
    /** Live parts, the what-if and the lit reason of the Why of `subject`; null: another tab is shown. */
    dress(subject, { model, into, marks, lit }) {
      tellOfAnother(meanwhile(subject, model, into));
      const mine = [model.pods.get(subject?.pod), model.decisions.has(subject?.pod), ...marks];
      live.render(subject && !stopOf(subject, into) ? subject : null, mine);
      lights.render(lit);
      scalpel?.follow();
      const slot = fragment.querySelector("[data-what-if]");
      if (!slot || slot.firstChild) return;
      if (whatIf) slot.append(whatIf(slot.dataset.whatIf));
      else askWhatIf(slot);
    },
  };
}
