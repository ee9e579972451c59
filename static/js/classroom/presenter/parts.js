/** What stands on the stage around the board, in its places on the page. */
import { button, el, setAttr } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { createPollPanel } from "../poll/poll-panel.js";
import { createNotices, createTimer } from "../room/notices.js";
import { createPointing } from "../room/spot.js";
import { openEnd } from "./ending.js";
import { createOffers, createTaskLine } from "./offers.js";
import { createOn } from "./on.js";
import { createCounts, createLegend, createRoster } from "./roster.js";
import { openSeat } from "./seat-menu.js";
import { createStepText } from "./step-text.js";
import { createTools } from "./tools.js";
import { createWall } from "./wall.js";
import { createGather } from "./way.js";

const $ = (id) => document.getElementById(id);

/** What is not on the stage: behind one button, in a row above it. Returns {element, button, open(on)}. */
function createMore(parts) {
  const element = el("div.room-more", { id: "room-more", hidden: true }, parts);
  const attributes = { "aria-expanded": "false", "aria-controls": "room-more", id: "more" };
  const toggle = button("btn", null, () => open(element.hidden), attributes, icon("more", ""), t("ui.room.more"));

  function open(on) {
    element.hidden = !on;
    setAttr(toggle, "aria-expanded", String(on));
  }
  return { element, button: toggle, open };
}

/**
 * `stands()` = the state of the room as the stage shows it, `showWall(open)` shows or hides the boards of all. Parts
 * in `ofState` have render(state).
 */
export function createParts(article, page, line, { watch, stands, showWall }) {
  const { player } = page;
  const { command } = line;
  const seats = { state: () => line.state, command };
  const end = () => openEnd(command);
  const poll = createPollPanel({
    command, watch: () => watch.begin(), now: () => watch.end(),
  });
  const offers = createOffers({ command, page });
  const wall = createWall({
    onOpen: (tile) => openSeat(line.state.roster.find(({ seat }) => seat === tile.seat) ?? tile, seats),
    onClose: () => showWall(false), onReset: () => command({ do: "reset-task", seat: null }),
  });
  const taskLine = createTaskLine({ command, openWall: () => showWall(true) });
  const stepText = createStepText();
  const counts = createCounts();
  const timer = createTimer(page.clock);
  const notices = createNotices();
  const legend = createLegend({ onHands: () => command({ do: "lower", seat: null }) });
  const roster = createRoster({ onSeat: (seat) => openSeat(seat, seats) });
  const pointing = createPointing(page, (spot) => line.tell({ do: "spot", ...spot }));
  const tools = createTools(line, { tell: page.tell, paths: article.dataset, pointing, showWall });
  const gather = createGather(line);
  const on = createOn(
    { command, get state() { return stands(); } },
    {
      end, askRight: poll.askRight, watch: () => watch.begin(), verdict: () => watch.end(),
      forward: () => player.forward(), back: () => player.back(),
    },
  );
  const back = button("btn.ic", null, on.back, { "aria-label": t("ui.room.step_back"), "aria-keyshortcuts": "PageUp" },
    icon("prev", ""));
  const transport = document.querySelector(".transport");
  const more = createMore([offers.element, poll.acts, taskLine.acts,
    el("div.row.more-row", {}, tools.element, transport, gather.element)]);

  $("room-counts").append(counts.element, timer.element);
  $("room-side").append(stepText.element, taskLine.element, poll.element);
  $("room-tools").append(legend.element, el("span.sp"), more.button, back, on.element);
  $("room-tools").before(more.element);
  $("room-roster").append(roster.element);
  $("room-notices").append(notices.element);
  $("room-end").addEventListener("click", () => {
    $("room-menu").hidePopover();
    end();
  });
  page.app.append(wall.element);

  const ofState = [poll, offers, taskLine, counts, timer, notices, legend, roster, wall, tools, on];
  return { wall, stepText, pointing, tools, gather, on, back, more, ofState };
}
