import { equal, test } from "../harness.js";
import { createVerdict, speedFor } from "./verdict.js";

test("the way to the truth takes at most six seconds, and is not slower than real time", () => {
  equal([0, 5, 30, 31, 500].map(speedFor), [1, 1, 8, 8, 16]);
});

function page({ reducedMotion = false } = {}) {
  const log = [];
  const waits = [];
  const player = {
    state: { model: { seq: 1 } },
    play: () => log.push("play"),
    seek(to) {
      player.state.model = { seq: to };
      log.push(`seek ${to}`);
    },
  };
  const clock = {
    reducedMotion,
    after(ms, then) {
      waits.push(then);
      return () => waits.splice(waits.indexOf(then), 1);
    },
  };
  const way = { until: 5, decided: 3, seconds: 0, onVerdict: () => log.push("verdict"), onEnd: () => log.push("end") };
  return { log, waits, player, way, verdict: createVerdict({ player, clock, setSpeed() {} }) };
}

test("the verdict falls on the frame on which it is decided, and the words come after the last one", () => {
  const { log, waits, player, way, verdict } = page();
  verdict.play(way);
  for (const seq of [2, 3, 4, 5]) {
    player.state.model = { seq };
    log.push(seq);
    verdict.render();
  }
  waits.shift()();

  equal(log, ["play", 2, 3, "verdict", 4, 5, "end"]);
  equal(verdict.on, false);
});

test("without motion there are three stills", () => {
  const { log, waits, way, verdict } = page({ reducedMotion: true });
  verdict.play(way);
  waits.shift()();

  equal(log, ["seek 3", "verdict", "seek 5", "end"]);
});

test("who does not want to wait goes to the end, and the verdict is not left out", () => {
  const { log, way, verdict } = page();
  verdict.play(way);
  verdict.end();

  equal(log, ["play", "verdict", "seek 5", "end"]);
});

test("a question that is shown no longer moves nothing more", () => {
  const { log, waits, player, way, verdict } = page();
  verdict.play(way);
  player.state.model = { seq: 5 };
  verdict.render();
  verdict.stop();

  equal([log, waits, verdict.on], [["play", "verdict"], [], false]);
});
