/** The choices of a question, with what is known of them: one's own, the bars, the truth. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { shares } from "../room/state.js";
import { localized, localizedIn } from "../room/texts.js";

const isIn = (vote, place) => (Array.isArray(vote) ? vote.includes(place) : vote === place);

/** What is shown of the choice at `place`: {mine, right, wrong, share, n, says, idea}. Pure but for the language. */
export function lookOf(poll, place, { vote = null, bars = null } = {}) {
  const truth = poll.state === "revealed" ? poll.truth : null;
  const mine = isIn(vote, place);
  const right = Boolean(truth?.right?.includes(place));
  const revealed = Boolean(truth?.right?.length);
  const choice = truth?.choices?.[place];
  return {
    mine, right, wrong: revealed && mine && !right,
    share: bars ? shares(bars)[place] : null, n: bars ? bars[place] : null,
    says: revealed && !right ? localized(choice?.misconception) || localized(choice?.because) : "",
    idea: Boolean(localized(choice?.misconception)),
  };
}

function createRow(poll, place, { input }) {
  const { letter, text } = poll.choices[place];
  const mine = el("b.tag.mine", { text: t("ui.room.your_answer"), hidden: true });
  const right = el("b.tag.ok", { text: t("ui.room.right"), hidden: true });
  const percent = el("b");
  const count = el("span.dim");
  const figures = el("span.pc.tn", { hidden: true }, percent, " ", count);
  const words = el("span.said", {}, localizedIn("span", text), " ", mine, right);
  const parts = [input, el("span.letter", { "aria-hidden": "true", text: letter }), words, figures];
  const fill = el("i");
  const bar = el("span.votes", { hidden: true, "aria-hidden": "true" }, fill);
  const because = el("div.because", { hidden: true });
  const line = el(input ? "label" : "div.lab", {}, parts);
  const element = el("div.choice", { "data-place": String(place) }, line, bar, because);
  let says = "";

  /** The misconception or the reason: a said text is safe HTML of the server. */
  function tell({ says: html, idea }) {
    const spoken = el("span");
    spoken.innerHTML = html;
    because.replaceChildren(...(idea ? [el("b", { text: t("ui.room.idea") }), " "] : []), spoken);
    because.hidden = !html;
  }

  return {
    element,
    render(state) {
      const look = lookOf({ ...poll, ...state.poll }, place, state);
      setClass(element, `choice${look.right ? " right" : look.wrong ? " wrong" : ""}${look.mine ? " is-mine" : ""}`);
      element.classList.toggle("is-unchosen", look.n === 0);
      mine.hidden = !look.mine;
      right.hidden = !look.right;
      if (input) Object.assign(input, { checked: look.mine, disabled: state.poll.state !== "open" });
      figures.hidden = bar.hidden = look.share === null;
      if (look.share !== null) {
        setText(percent, `${look.share}%`);
        setText(count, String(look.n));
        fill.style.setProperty("--share", `${look.share}%`);
      }
      if (says === look.says) return;
      says = look.says;
      tell(look);
    },
  };
}

/**
 * Rows of a question's choices. `onVote(value)` makes them radio buttons, or checkboxes where several may be chosen.
 * Returns {element, render({poll, vote, bars})}.
 */
export function createChoices(poll, { onVote = null } = {}) {
  const kind = poll.many ? "checkbox" : "radio";
  const inputs = poll.choices.map((_, place) => (onVote
    ? el("input", { type: kind, name: `poll-${poll.poll}`, value: String(place), onchange: change }) : null));
  const rows = poll.choices.map((_, place) => createRow(poll, place, { input: inputs[place] }));

  function change() {
    const chosen = inputs.flatMap((input, place) => (input.checked ? [place] : []));
    onVote(poll.many ? chosen : chosen[0]);
  }

  return {
    element: el("div.choices", {}, rows.map((row) => row.element)),
    render(state) {
      for (const row of rows) row.render(state);
    },
  };
}

/** Bars of numbers: one column from `edges[k]` to `edges[k + 1]`, the truth as a mark. */
export function createHistogram() {
  const columns = el("div.columns");
  const axis = el("div.axis.tn", { "aria-hidden": "true" });
  const mark = el("i.true-mark", { hidden: true });
  const element = el("div.histogram", { role: "img", hidden: true }, el("div.field-of", {}, columns, mark), axis);
  return {
    element,
    render({ bars, edges, truth = null, unit = "", vote = null }) {
      element.hidden = !bars || !edges;
      if (element.hidden) return;
      const most = Math.max(1, ...bars);
      const [low, high] = [edges[0], edges.at(-1)];
      const place = (value) => `${(100 * (value - low)) / Math.max(1e-9, high - low)}%`;
      columns.replaceChildren(...bars.map((n, k) => {
        const mine = vote !== null && vote >= edges[k] && (vote < edges[k + 1] || k === bars.length - 1);
        return el(`span.column${mine ? ".is-mine" : ""}`, { vars: { "--tall": `${(100 * n) / most}%` } },
          n ? el("b.tn", { text: String(n) }) : null, el("i"));
      }));
      axis.replaceChildren(el("span", { text: `${low} ${unit}` }), el("span", { text: `${high} ${unit}` }));
      mark.hidden = truth === null;
      if (truth !== null) mark.style.setProperty("--at", place(truth));
      setAttr(element, "aria-label", bars.map((n, k) => `${edges[k]}–${edges[k + 1]}: ${n}`).join(", "));
    },
  };
}
