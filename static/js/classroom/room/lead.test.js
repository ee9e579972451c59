import { equal, test } from "../../harness.js";
import { createLead, pauseFor, STAGE_MS } from "./lead.js";

/** A room at step 2 whose question 7 is decided at step 4: {lead, sent, run()}. */
function roomOf(poll = { poll: 7, state: "revealed", truth: { decided: 4 } }) {
  const state = { poll, position: { at: 2 } };
  const sent = [];
  let next = null;
  const lead = createLead({
    state: () => state,
    async command(message) {
      sent.push(message.from);
      state.position = { at: message.from + 1 };
      return {};
    },
    timer(ms, then) {
      next = then;
      return () => { next = null; };
    },
  });
  return {
    lead, sent,
    async run() {
      for (let k = 0; k < 9 && next; k += 1) {
        const then = next;
        next = null;
        await then();
        await Promise.resolve();
      }
    },
  };
}

test("without a stage the desk leads the room to the step of the verdict, and no further", async () => {
  const { lead, sent, run } = roomOf();
  lead.begin(7);
  await run();

  equal(sent, [2, 3]);
});

test("a stage that plays, another question and one without a truth on the board are left alone", async () => {
  const played = roomOf();
  played.lead.begin(7);
  played.lead.stop();
  await played.run();
  const other = roomOf();
  other.lead.begin(6);
  await other.run();
  const open = roomOf({ poll: 7, state: "revealed", truth: { right: [1] } });
  open.lead.begin(7);
  await open.run();

  equal([played.sent, other.sent, open.sent], [[], [], []]);
});

test("a long way takes no longer than a short one of a few acts", () => {
  equal([pauseFor(1), pauseFor(100), pauseFor(0), STAGE_MS], [900, 80, 900, 1500]);
});
