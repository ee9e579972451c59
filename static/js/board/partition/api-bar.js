/**
 * The API server above the nodes while anything is broken: what must hold, which parts are cut off, how many ghosts
 * there are.
 */
import { arrange, el, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { brokenParts, ghosts, invariants } from "./faults.js";

const storeIsCut = (broken) => broken.some(({ rule }) => rule === "store_cut");

/** Entries of the bar: [{icon, kind, words, title, spoken}]. Pure but for the words. */
function entriesOf(model) {
  const broken = brokenParts(model);
  const parts = broken.map(({ icon: sign, kind, message }) => ({
    where: "left", icon: sign, kind: `tag ${kind}`, words: say(message), title: "", spoken: "",
  }));
  if (!storeIsCut(broken))
    parts.unshift({ where: "left", icon: "check", kind: "tag quiet", words: t("ui.api.store"), title: "", spoken: "" });
  const held = invariants(model).map(({ ok, message }) => ({
    where: "right",
    icon: ok ? "check" : "cross",
    kind: `inv ${ok ? "holds" : "fails"}`,
    words: say(message),
    title: "",
    spoken: t(ok ? "ui.api.holds" : "ui.api.broken"),
  }));
  const n = ghosts(model);
  if (n)
    held.push({
      where: "right", icon: "ghost", kind: "inv ghosts", words: t("ui.api.ghosts", { n }),
      title: t("ui.api.ghosts_hint"), spoken: "",
    });
  return [...parts, ...held];
}

/** `tools`: an element for buttons. */
export function createApiBar(tools) {
  const left = el("span.api-left");
  const right = el("span.api-right");
  const lock = el("span.dim.api-lock", { text: t("ui.api.lock") });
  const element = el("section.apibar", { hidden: true, "aria-label": t("ui.api.label") },
    el("b", { text: t("ui.api.title") }), left, lock, el("span.sp"), right, tools);
  let drawn = "";

  function entry({ icon: sign, kind, words, title, spoken }) {
    const text = title ? el("button.explained", { type: "button", title }) : el("span");
    setText(text, words);
    const item = el("span", null, icon(sign), spoken ? el("span.sr", { text: `${spoken}: ` }) : null, text);
    setClass(item, kind);
    return item;
  }

  return {
    element,
    render(model, on) {
      element.hidden = !on;
      if (!on) return;
      lock.hidden = model.identities.size === 0 || storeIsCut(brokenParts(model));
      const entries = entriesOf(model);
      const signature = JSON.stringify(entries);
      if (signature === drawn) return;
      drawn = signature;
      arrange(left, entries.filter((member) => member.where === "left").map(entry));
      arrange(right, entries.filter((member) => member.where === "right").map(entry));
    },
  };
}
