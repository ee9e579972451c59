/** The question of a scenario and its answer, which comes when it is asked for, and at the end. */
import { isNarrow } from "../../board/layout/space.js";
import { setAttr, setText } from "../../el.js";

/** Whether the run is where nothing more happens in it by itself, or where only its owner can continue it. Pure. */
function isOver({ model, head, quiet, run }) {
  if (!model || model.seq === 0 || model.seq !== head) return false;
  return Boolean(quiet) || run?.canAct === false;
}

/** `element` is null where there is no question. */
export function createStory(element) {
  const button = element?.querySelector("button");
  const body = element?.querySelector(".answered > *");
  let wish = null; // a person opened it or put it away

  function show(open) {
    if (body.hidden === !open) return;
    body.hidden = !open;
    setAttr(button, "aria-expanded", String(open));
    setText(button, open ? button.dataset.hide : button.dataset.show);
  }

  button?.addEventListener("click", () => {
    wish = body.hidden;
    show(wish);
  });

  return {
    /** `state` is the player's. */
    render(state) {
      if (!button) return;
      const over = isOver(state);
      // on a narrow page it would move or cover what is shown: there the button asks for it
      show(wish ?? (over && !isNarrow()));
      button.classList.toggle("pri", over && body.hidden);
    },
  };
}
