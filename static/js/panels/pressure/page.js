/** What stands on the page of a node under pressure: the pass, the bar, the ranking, and what one may change. */
import { readingSize } from "../../board/layout/space.js";
import { revealIn } from "../../board/scroll.js";
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { memoryLane } from "../timeline/memory.js";
import { drawBar } from "./bar.js";
import { createPassRail } from "./pass-rail.js";
import { drawRanking } from "./ranking.js";
import { createUsage } from "./usage.js";

const LEAST_PX = 260; // width of the bar

/** `element` is the page. */
export function createPage(element, { actions, onClose }) {
  const rail = createPassRail({ onClose });
  const drawing = el("div.mbp");
  const ranking = el("div.rankp");
  const usage = createUsage(actions);
  const parts = el("div.press-in", null, drawing, usage.element, ranking);
  const body = el("div.press-body", { tabindex: "0", role: "region" }, parts);
  element.append(rail.element, body);
  let revealed = false;

  return {
    rail: rail.element,
    drawing,
    memory: memoryLane,
    /** Pixels of its width. */
    get width() { return body.clientWidth; },
    draw(model, name, view, canAct) {
      const { bar } = view;
      setAttr(element, "aria-label", t("ui.press.title", { node: name }));
      setAttr(body, "aria-label", t("ui.press.ranking"));
      rail.render(name, view);
      if (!bar) return;
      const title = t(`ui.press.of_${bar.resource}`, { node: name, amount: bar.capacityText });
      const sentence = `${title}, ${t("ui.press.free", { amount: bar.freeText })}`;
      const space = body.clientWidth - parseFloat(getComputedStyle(body).paddingLeft) * 2;
      const width = Math.max(LEAST_PX, Math.floor(space));
      drawing.replaceChildren(drawBar(bar, width, { title, sentence, k: readingSize() }));
      const classOf = (key) => model.pods.get(key)?.class ?? null;
      ranking.replaceChildren(drawRanking(view, model.rules, classOf));
      const hot = ranking.querySelector(".hot");
      if (hot) revealIn(body, hot);
      else if (revealed) body.scrollTop = 0; // the bar above the list is what the next sentence is about
      revealed = Boolean(hot);
      usage.render(name, view, bar.resource === "memory" && canAct, model.rules);
    },
  };
}
