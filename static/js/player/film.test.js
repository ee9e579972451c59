import { createFilm, pause } from "./film.js";
import { equal, test } from "../harness.js";

const snapshot = {
  seq: 0, t: 0, hash: "", nodes: [], pods: [], spans: [], classes: [], workloads: [], scheduler: { running: true },
  decisions: {},
};
const frame = (seq, t) => ({
  seq, t, actor: "scheduler", who: "kube-scheduler", kind: "update", changes: [], focus: { pods: [], nodes: [] },
  message: { id: "x" }, tosses: [], cycle: null,
});

function fakeClock() {
  const waiting = [];
  return {
    t: 0,
    waiting,
    onTick() {},
    play() {},
    pause() {},
    after(ms, fn) {
      const entry = { ms, fn };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
    fire() {
      waiting.shift().fn();
    },
  };
}

test("a film plays its acts in order and begins again at the end", () => {
  const clock = fakeClock();
  const shown = [];
  const film = createFilm({
    film: { snapshot, frames: [frame(1, 0), frame(2, 3)] },
    clock,
    show: (kind, d) => shown.push([kind, d.model.seq]),
  });
  film.start();
  film.play();
  clock.fire();
  clock.fire();
  clock.fire();
  equal(JSON.stringify(shown), JSON.stringify([["state", 0], ["frame", 1], ["frame", 2], ["state", 0]]));
});

test("a film that is stopped waits for nothing", () => {
  const clock = fakeClock();
  const film = createFilm({ film: { snapshot, frames: [frame(1, 0)] }, clock, show() {} });
  film.play();
  film.stop();
  equal(clock.waiting.length, 0);
});

test("long waits are shortened and short ones can still be read", () => {
  equal(pause(0), 900);
  equal(pause(30), 2600);
});
