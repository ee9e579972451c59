/** The teacher's desk: notes, plan and clock, what comes next, who needs help. It is for one pair of eyes. */
import { createMessageLine } from "../../app/parts/message-line.js";
import { createClock } from "../../board/clock.js";
import { el, setText } from "../../el.js";
import { loadCatalogue, say, t } from "../../i18n.js";
import { createSocket, socketUrl } from "../../net/socket.js";
import { openEnd } from "./ending.js";
import { createOffers, createTaskLine } from "./offers.js";
import { createOn } from "./on.js";
import { createLead } from "../room/lead.js";
import { createPlanPanel } from "./plan-panel.js";
import { createPollPanel } from "../poll/poll-panel.js";
import { createRoster } from "./roster.js";
import { plain, localized, localizedIn } from "../room/texts.js";
import { openSeat } from "./seat-menu.js";
import { createTools } from "./tools.js";
import { bindRoomKeys } from "../room/keys.js";
import { after, minutes, NOWHERE, secondsLeft } from "../room/state.js";
import { WHY_GONE } from "../room/line.js";
import { stageChannel } from "./way.js";

const PROTOCOL = 1; // docs/rooms.md
const BOTS = 30;
const TICK_MS = 1000;
const LOOK_MS = 400; // after the last move
const MOST_LINES = 6;
const UNWELL = new Set(["lost", "silent", "busy", "crowded"]);
const $ = (id) => document.getElementById(id);

/** Sentences of the steps to come. Pure but for the language. */
export function linesOf(frames) {
  const sentences = frames.map((frame) => (frame.message ? say(frame.message) : "")).filter(Boolean);
  return sentences.length > MOST_LINES ? [...sentences.slice(0, MOST_LINES - 1), "…", sentences.at(-1)] : sentences;
}

/** Shares of those who are with the teacher and of those who are lost, in per cent of all that are there. Pure. */
export function moods({ counts }) {
  const { follows, explores, alone, done, hand, lost, with: along } = counts;
  const all = Math.max(1, follows + explores + alone + done + hand, lost + along);
  return { lost: Math.round((100 * lost) / all), with: Math.round((100 * along) / all) };
}

class Desk {
  constructor(root) {
    const desk = this;
    this.root = root;
    this.stage = new BroadcastChannel(stageChannel(root.dataset.room));
    this.clock = createClock(globalThis);
    this.state = NOWHERE;
    this.command = this.command.bind(this);
    this.tell = createMessageLine({ element: $("line"), clock: this.clock, onNow: () => this.socket.wake() });
    const { command } = this;
    this.lead = createLead({ state: () => this.state, command, timer: this.clock.timer });
    this.stage.onmessage = () => this.lead.stop(); // a stage plays
    const line = {
      command,
      get state() { return desk.state; },
    };
    this.poll = createPollPanel({ command, always: true, watch: () => this.watch() });
    this.offers = createOffers({ command });
    this.task = createTaskLine({ command });
    this.tools = createTools(line, { tell: this.tell, paths: root.dataset });
    this.on = createOn(line, {
      end: () => openEnd(command), askRight: this.poll.askRight, watch: () => this.watch(), verdict() {},
      forward: () => command({ do: "step", from: this.state.position.at, size: "act" }),
      back: () => command({ do: "seek", to: Math.max(0, this.state.position.at - 1) }),
    });
    this.roster = createRoster({
      privately: true,
      onSeat: (seat) => openSeat(seat, { state: () => this.state, command: this.command, hidden: false }),
    });
    this.plan = createPlanPanel({ command: this.command, clock: this.clock });
    $("desk-poll").append(this.poll.element);
    $("desk-offers").append(this.task.element, this.offers.element);
    $("desk-tools").append(this.tools.element);
    $("desk-go").append(this.on.element);
    $("desk-roster").append(this.roster.element);
    $("desk-plan").append(this.plan.element);
    this.bind();
    this.socket = this.open();
  }

  open() {
    const socket = createSocket({
      url: socketUrl(this.root.dataset.socket), after: this.clock.timer,
      hello: () => ({ protocol: PROTOCOL, as: "presenter", have: null }),
      onMessage: (message) => this.receive(message),
      onState: (line, detail) => this.onLine(line, detail),
    });
    addEventListener("online", () => socket.wake());
    return socket;
  }

  onLine(line, detail) {
    this.root.dataset.line = line;
    if (UNWELL.has(line)) this.tell(t(`ui.line.${line}`), "", true);
    else if (line === "gone" && detail.code === 4010) location.assign(this.root.dataset.room);
    else if (line === "gone") this.tell(t(WHY_GONE[detail.code] ?? "ui.room.unknown"), "wrong", true);
    else if (line === "open" && this.wasOpen) this.tell(t("ui.line.back"), "good");
    if (line === "open") this.wasOpen = true;
  }

  async command(message) {
    try {
      const answer = await this.socket.send(message);
      this.receive(answer);
      return { answer };
    } catch (error) {
      this.tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong");
      return { error };
    }
  }

  receive(message) {
    const { position } = this.state;
    this.state = after(this.state, message, this.clock.now());
    if (message.type === "frames" || message.type === "union") this.moved(message.to);
    else if (message.type === "snapshot") this.moved(message.snapshot.seq);
    if (message.type === "hello" || this.state.position !== position || message.type === "lesson") this.lookAhead();
    if (message.type === "room" && this.state.room.ended) location.assign(this.root.dataset.room);
    this.render();
  }

  moved(at) {
    this.state = { ...this.state, position: { ...this.state.position, at } };
  }

  /** What the next step of the board would show, and the next one of the lesson. */
  lookAhead() {
    this.looking?.();
    this.looking = this.clock.timer(LOOK_MS, async () => {
      try {
        const { frames } = await this.socket.send({ do: "peek", size: "quiet" });
        const lines = linesOf(frames);
        $("desk-next").replaceChildren(...(lines.length ? lines : [t("ui.room.nothing_next")]).map((text) =>
          el("li", { text })));
      } catch {
        $("desk-next").replaceChildren();
      }
    });
  }

  bind() {
    $("desk-back").addEventListener("click", this.on.back);
    bindRoomKeys(this.on.keys);
    $("desk-gather").addEventListener("click", () => this.command({ do: "gather" }));
    $("desk-lower").addEventListener("click", () => this.command({ do: "lower", seat: null }));
    $("desk-bots").addEventListener("click", () => {
      const some = this.state.roster.some(({ bot }) => bot);
      this.command({ do: "bots", count: some ? 0 : BOTS });
    });
    $("desk-end").addEventListener("click", () => openEnd(this.command));
  }

  /** The stage of this browser plays on to the answer; where there is none, the desk leads there. */
  watch() {
    this.lead.begin(this.state.poll.poll);
    // A BroadcastChannel reaches this origin alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.stage.postMessage(this.state.poll.poll);
  }

  renderLesson({ lesson }) {
    $("desk-step").hidden = !lesson;
    $("desk-back").disabled = lesson ? lesson.step <= 1 : this.state.position.at === 0;
    if (!lesson) return;
    setText($("desk-step"), t("ui.room.step_of", { n: lesson.step, of: lesson.steps.length }));
    $("desk-title").replaceChildren(...localizedIn("span", lesson.stepTitle).childNodes);
    const next = lesson.steps[lesson.step];
    const words = next ? t("ui.room.next_is", { title: plain(next.title ?? next) }) : t("ui.room.last_step");
    setText($("desk-after"), words);
  }

  /** The notes that the lesson has for its teacher. */
  renderNotes({ notes }) {
    if (notes === this.notes) return;
    this.notes = notes;
    $("desk-notes").replaceChildren(...(localized(notes) ? [localizedIn("div", notes)] : []));
  }

  render() {
    const { state } = this;
    if (!state.ready) return;
    this.poll.render(state);
    $("desk-poll").hidden = !state.poll;
    for (const part of [this.offers, this.task, this.tools, this.on]) part.render(state);
    this.roster.render(state);
    this.plan.render(state);
    this.renderLesson(state);
    this.renderNotes(state);
    const { lost, with: along } = moods(state);
    $("desk-moods").style.setProperty("--lost", `${lost}%`);
    $("desk-moods").style.setProperty("--with", `${along}%`);
    setText($("desk-moods-said"), t("ui.room.moods", { lost: state.counts.lost, with: state.counts.with }));
    setText($("desk-people"), t("ui.room.people", { n: state.room.people }));
    setText($("desk-bots"), t(state.roster.some(({ bot }) => bot) ? "ui.room.bots_away" : "ui.room.bots", { n: BOTS }));
    $("desk-lower").hidden = !state.counts.hand;
    this.root.dataset.ready = "desk";
    this.tick();
  }

  /** Clocks go on by themselves. */
  tick() {
    this.ticking?.();
    const left = secondsLeft(this.state, this.clock.now());
    setText($("desk-timer"), left === null ? "" : t("ui.room.left", { time: minutes(left) }));
    this.plan.tick(this.clock.now() + this.state.skew);
    this.ticking = this.clock.after(TICK_MS, () => this.tick());
  }
}

async function begin(root) {
  await loadCatalogue();
  const desk = new Desk(root);
  globalThis.podiumRoom = desk;
  desk.socket.connect();
}

const root = globalThis.document?.getElementById("desk");
if (root) begin(root);
