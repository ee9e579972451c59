/** The page of one node under pressure, in place of the racks. What stands on it is fetched with the first. */
import { el } from "../../el.js";
import { shownNode } from "../../board/pressure/pressure.js";
import { createLater } from "../../later.js";

/** `stage` = the board's middle; `opener` = the inspector's button, which stands in the rail that is shown. */
export function createPressure({ stage, actions, opener, onChoose, onToggle }) {
  const wish = { open: null, closed: new Set() };
  const element = el("section.press", { hidden: true });
  stage.append(element);
  const home = opener.parentElement;
  let page = null;
  let shown = null;
  let marks = [];
  let latest = null;

  function toggle(name, open) {
    wish.open = open ? name : null;
    if (open) wish.closed.delete(name);
    else wish.closed.add(name);
    onToggle();
  }

  const fetched = createLater({
    later: actions.later,
    style: "pressure-style",
    fetch: () => import("./page.js"),
    make: ({ createPage }) => createPage(element, { actions, onClose: () => toggle(shown, false) }),
    onCome(come) {
      page = come;
      onToggle();
    },
  });

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
    (hidden ? home : page.rail).append(opener);
    marks = [];
  }

  return {
    element, wish,
    /** Whether all that is to be shown is there. */
    get still() { return fetched.still; },
    /** The node whose page stands here, or null. */
    get shown() { return shown; },
    /** What the timeline draws of that node, or null. */
    memory: (player) => (shown ? page.memory(player, shown) : null),
    toggle,
    /** The row of a pod on the page, or the bar of the node that it is about; null where there is none. */
    place({ pod, node }) {
      if (pod) return element.querySelector(`[data-row="${CSS.escape(pod)}"]`);
      return node === shown ? page?.drawing ?? null : null;
    },
    /** @returns {string | null} the node that is shown now */
    render(model, chosen, canAct) {
      latest = { model, chosen, canAct };
      const other = chosen.node && chosen.node !== wish.open && model.pressures.has(chosen.node);
      if (wish.open && other) wish.open = chosen.node;
      const node = shownNode(model, chosen, wish);
      if (node) fetched.want();
      shown = page ? node : null;
      setHidden(!shown);
      if (!shown) return null;
      const view = model.pressures.get(shown);
      const now = [shown, view, model.pods, canAct, page.width];
      if (now.every((mark, i) => mark === marks[i])) return shown;
      marks = now;
      page.draw(model, shown, view, canAct);
      return shown;
    },
    relayout() {
      marks = [];
      if (latest) this.render(latest.model, latest.chosen, latest.canAct);
    },
  };
}
