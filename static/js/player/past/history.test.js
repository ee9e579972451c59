import { equal, test } from "../../harness.js";
import { createHistory } from "./history.js";

const frame = (seq) => ({ seq, t: seq, actor: "kubelet", kind: "start", focus: { pods: [`d/p${seq}`] } });
const fixture = () => {
  const state = { acts: [], head: 0, quiet: false };
  return { state, history: createHistory(state) };
};

test("a frame that comes becomes an act, once", () => {
  const { state, history } = fixture();

  history.keepFrames([frame(1), frame(2)]);
  history.keepFrames([frame(2)]);

  equal(state.acts, [[1, 1, "kubelet", "start", "d/p1"], [2, 2, "kubelet", "start", "d/p2"]]);
});

test("the way to a step is in order, whatever the order in which its frames came", () => {
  const { history } = fixture();
  history.keepFrames([frame(3)]);
  history.keepFrames([frame(1), frame(2)]);

  equal(history.framesUpTo(2).map(({ seq }) => seq), [1, 2]);
});

test("before the head the acts say when it goes on, at the head the last answer does", () => {
  const { history } = fixture();
  history.take({ frames: [frame(1), frame(2)], to: 2, head: 2, next: 40 });
  equal([history.timeAfter(1), history.timeAfter(2)], [2, 40]);

  history.take({ frames: [frame(3)], to: 3, head: 3, quiet: true, next: null });

  equal([history.timeAfter(2), history.timeAfter(3)], [3, null]);
});

test("the head never goes back", () => {
  const { state, history } = fixture();

  history.raiseHead(5);
  history.raiseHead(3);
  history.raiseHead(null);

  equal(state.head, 5);
});

test("the hash that an answer tells belongs to the state of its last step", () => {
  const { history } = fixture();
  history.take({ frames: [frame(1)], head: 1, to: 1, hash: "abc", quiet: true });
  const model = { seq: 1, hash: null };

  history.keepModel(model);

  equal([history.model(1).hash, history.model(0)], ["abc", null]);
});

test("of states the latest are at hand, and always the first", () => {
  const { history } = fixture();

  for (let seq = 0; seq <= 400; seq += 1) history.keepModel({ seq });

  equal([history.model(0), history.model(1).seq, history.start.seq], [null, 1, 0]);
});

test("a state is made again from one at hand before it and the frames in between", () => {
  const { history } = fixture();
  const put = (seq) => ({ op: "put", kind: "pod", key: "d/p", view: { key: "d/p", seq } });
  const frames = [1, 2, 4].map((seq) => ({ ...frame(seq), changes: [put(seq)] }));
  history.keepFrames(frames);
  history.keepModel({ seq: 0, pods: new Map(), decisions: new Map() });

  const [model, lacking] = [history.modelAtHand(2), history.modelAtHand(4)];

  equal([model.seq, model.pods.get("d/p").seq, model.frame === frames[1], lacking], [2, 2, true, null]);
});

test("what the server forgot with its power never happened", () => {
  const { state, history } = fixture();
  history.take({ frames: [frame(1), frame(2), frame(3)], to: 3, head: 3, next: 40, hash: "h" });

  history.lowerHead(2);

  equal([state.head, state.acts.length, history.frame(3), history.timeAfter(2)], [2, 2, null, null]);
});
