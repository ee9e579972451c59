import { el } from "../../el.js";
import { equal, test } from "../../harness.js";
import { bindSkips, enter } from "./skips.js";

function page() {
  const link = (name) => el("a", { href: "#", "data-skip": name });
  const links = ["board", "player", "timeline", "why", "queue"].map(link);
  const node = el("button.node", { tabindex: "0" });
  const parts = {
    board: el("div.board", { tabindex: "-1" }, el("button", { tabindex: "-1" }), node),
    queue: el("aside.queue"),
    panel: el("div.panel", { tabindex: "0" }),
    slider: el("input.slider", { type: "range" }),
    buttons: [el("button.on", { disabled: true }), el("button.play")],
  };
  const opened = [];
  const root = el("div", null, links, parts.board, parts.queue, parts.panel, parts.slider, parts.buttons);
  document.body.append(root);
  bindSkips({
    links, ...parts, openWhy: () => opened.push("why"),
    openQueue() {
      opened.push("queue");
      parts.queue.hidden = false;
    },
  });
  return { links, parts, opened, root };
}

test("each link puts the focus where one goes on, and opens what was closed", () => {
  const { links, parts, opened, root } = page();
  parts.queue.hidden = true;
  const led = links.map((link) => {
    link.click();
    return document.activeElement.className;
  });
  root.remove();

  equal(led, ["node", "play", "slider", "panel", "queue"]);
  equal(opened, ["why", "queue"]);
});

test("the focus goes to the board on entering, but not away from where a person put it", () => {
  const { parts, root } = page();
  document.activeElement.blur();
  enter(parts.board);
  const first = document.activeElement.className;
  parts.slider.focus();
  enter(parts.board);
  const second = document.activeElement.className;
  root.remove();

  equal([first, second], ["board", "slider"]);
});
