/**
 * The page of one node under pressure, in place of the racks: the pass, the bar, the ranking, and what one may change.
 */
import { readingSize } from "../../board/layout/room.js";
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { shownNode } from "../../board/pressure/pressure.js";
import { drawBar } from "./bar.js";
import { createPassRail } from "./pass-rail.js";
import { drawRanking } from "./ranking.js";
import { createUsage } from "./usage.js";

const LEAST_PX = 260; // width of the bar

/** `stage` = the board's middle; `opener` = the inspector's button, which stands in the rail that is shown. */
export function createPressure({ stage, actions, opener, onChoose, onToggle }) {
  const wish = { open: null, closed: new Set() };
  const rail = createPassRail({ onClose: () => toggle(shown, false) });
  const drawing = el("div.mbp");
  const ranking = el("div.rankp");
  const usage = createUsage(actions);
  const parts = el("div.press-in", null, drawing, usage.element, ranking);
  const body = el("div.press-body", { tabindex: "0", role: "region" }, parts);
  const element = el("section.press", { hidden: true }, rail.element, body);
  stage.append(element);
  const home = opener.parentElement;
  let shown = null;
  let marks = [];
  let latest = null;

  function toggle(name, open) {
    wish.open = open ? name : null;
    if (open) wish.closed.delete(name);
    else wish.closed.add(name);
    onToggle();
  }

  function draw(model, name, view, canAct) {
    const { bar } = view;
    setAttr(element, "aria-label", t("ui.press.title", { node: name }));
    setAttr(body, "aria-label", t("ui.press.ranking"));
    rail.render(name, view);
    if (!bar) return;
    const title = t(`ui.press.of_${bar.resource}`, { node: name, amount: bar.capacityText });
    const sentence = `${title}, ${t("ui.press.free", { amount: bar.freeText })}`;
    const room = body.clientWidth - parseFloat(getComputedStyle(body).paddingLeft) * 2;
    drawing.replaceChildren(drawBar(bar, Math.max(LEAST_PX, Math.floor(room)), { title, sentence, k: readingSize() }));
    const classOf = (key) => model.pods.get(key)?.class ?? null;
    ranking.replaceChildren(drawRanking(view, model.rules, classOf));
    usage.render(name, view, bar.resource === "memory" && canAct, model.rules);
  }

  element.addEventListener("click", (event) => {
    const key = event.target.closest("[data-choose]")?.dataset.choose;
    if (key) onChoose({ pod: key });
  });

  /** Shows or hides the page; the inspector's button stands in the rail that is seen. */
  function setHidden(hidden) {
    if (element.hidden === hidden) return;
    element.hidden = hidden;
    stage.classList.toggle("pressed", !hidden);
    stage.closest(".app")?.classList.toggle("pressed", !hidden);
    (hidden ? home : rail.element).append(opener);
    marks = [];
  }

  return {
    element,
    wish,
    /** The node whose page stands here, or null. */
    get shown() {
      return shown;
    },
    toggle,
    /** @returns {string | null} the node that is shown now */
    render(model, chosen, canAct) {
      latest = { model, chosen, canAct };
      const other = chosen.node && chosen.node !== wish.open && model.pressures.has(chosen.node);
      if (wish.open && other) wish.open = chosen.node;
      shown = shownNode(model, chosen, wish);
      setHidden(!shown);
      if (!shown) return null;
      const view = model.pressures.get(shown);
      const now = [shown, view, model.pods, canAct, body.clientWidth];
      if (now.every((mark, i) => mark === marks[i])) return shown;
      marks = now;
      draw(model, shown, view, canAct);
      return shown;
    },
    relayout() {
      marks = [];
      if (latest) this.render(latest.model, latest.chosen, latest.canAct);
    },
  };
}
