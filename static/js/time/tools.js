/** The tools of the timeline: a panel above it with search, bookmarks, figures, and what the timeline shows. */
import { copied } from "../browser.js";
import { button, el, setAttr } from "../el.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { createBookmarks, marksIn } from "./bookmarks.js";
import { createCompare } from "./comparison.js";
import { createFind } from "./search.js";
import { createLens } from "./lens.js";
import { createPins } from "./pins.js";
import { createPreview } from "./preview.js";
import { createView } from "./view.js";

const PARTS = ["find", "diff", "marks", "pins", "view"];

/** Into the clipboard; `say` tells whether that worked. */
const copyWith = async (text, words, say) => (await copied(text) ? say(words, "good") : say(text, ""));

/**
 * `kept` = [name, value] pairs of the address, `link(kept, at)` = the address of a step; `onChange()`: the timeline is
 * to be drawn, `onAddress()`: the address has changed; `tell(message)` speaks beside the sentence, `say(words, kind)`
 * in the line for messages; `onThing(what)` chooses a thing.
 */
export function createTools({
  host, player, clock, kept, run, chosen, link, onChange, onAddress, onThing, tell, say, pages,
}) {
  const lens = createLens({ acts: () => player.state.acts });
  player.lens = lens;
  lens.marks = marksIn(kept);
  const timeOf = (seq) => (seq ? player.state.acts.find(([at]) => at === seq)?.[1] ?? null : 0);
  const moment = (seq) => new URL(link(tools.kept, seq), location.href).href;
  const both = () => {
    onChange();
    onAddress();
  };
  const parts = {
    find: createFind({ lens, player, run, chosen, link: moment, onChange, tell }),
    diff: createCompare({
      lens, player, clock, run, kept, zones: document.getElementById("zones"), queue: document.getElementById("queue"),
      onChange: both, onThing,
    }),
    marks: createBookmarks({
      lens, player, link: moment, timeOf, onChange: both, say, copy: (text, words) => copyWith(text, words, say),
    }),
    pins: createPins({ lens, player, clock, run, chosen, kept, onChange: both }),
    view: createView({ lens, player, clock, run, pages, onChange }),
  };
  const preview = createPreview({ host, player, clock, run });
  let part = "find";
  const radios = PARTS.map((name) => {
    const input = el("input", { type: "radio", name: "time-part", value: name, onchange: () => show(name) });
    return el("label", null, input, t(`ui.time.part_${name}`));
  });
  const closer = button("btn.ghost.ic", null, () => tools.close(), { "aria-label": t("ui.act.close") }, icon("cross"));
  const panel = el("section.time-tools", { "aria-label": t("ui.time.title"), hidden: true },
    el("div.time-top", null, el("fieldset.seg", { "aria-label": t("ui.time.title") }, radios), closer),
    PARTS.map((name) => parts[name].element));
  host.append(panel);
  host.classList.add("has-tools");

  function show(name) {
    part = name;
    for (const tool of PARTS) parts[tool].element.hidden = tool !== name;
    for (const label of radios) {
      label.firstChild.checked = label.firstChild.value === name;
      if (label.firstChild.checked) label.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    render();
  }

  function render() {
    lens.follow(clock.t);
    for (const tool of new Set(["pins", "diff", ...(panel.hidden ? [] : [part])])) parts[tool].render();
    const opener = document.querySelector(".time-open");
    if (opener) setAttr(opener, "aria-expanded", String(!panel.hidden));
  }

  const tools = {
    lens, render,
    get kept() { return [...parts.marks.kept, ...parts.pins.kept, ...parts.diff.kept]; },
    open(name = part) {
      panel.hidden = false;
      show(name);
      parts[name].focus();
    },
    toggle: () => (panel.hidden ? tools.open() : tools.close()),
    /** Whether there was something to close. */
    close() {
      if (panel.hidden) return false;
      const inside = panel.contains(document.activeElement);
      panel.hidden = true;
      render();
      if (inside) document.querySelector(".time-open, .scrub")?.focus();
      return true;
    },
    next(by) {
      if (!lens.hits.length) tools.open("find");
      return parts.find.next(by);
    },
    zoomBy: parts.view.zoomBy,
    brushAt: parts.view.brushAt,
    gesture(event, timeAt) {
      if (parts.view.gesture(event, timeAt)) preview.leave();
      else if (event.type === "pointermove" && event.pointerType === "mouse" && !event.buttons)
        preview.over(event.clientX, timeAt(event.clientX));
      else if (event.type !== "pointermove") preview.leave();
    },
  };
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    tools.close();
  });
  show(part);
  both();
  return tools;
}
