/** The question of a scenario and its answer, which comes when it is asked for, or at the end. */
import { setAttr, setText } from "../el.js";

/** `element` is null where there is no question. */
export function createStory(element) {
  const button = element?.querySelector("button");
  const body = element?.querySelector(".answered > *");
  let chosen = false; // a person opened or closed it

  function show(open) {
    body.hidden = !open;
    setAttr(button, "aria-expanded", String(open));
    setText(button, open ? button.dataset.hide : button.dataset.show);
  }

  button?.addEventListener("click", () => {
    chosen = true;
    show(body.hidden);
  });

  return {
    /** The run has come to its end: whoever has not asked is told. */
    ended() {
      if (button && !chosen) show(true);
    },
  };
}
