"""A stand-in for the core."""

import hashlib
import json
from dataclasses import dataclass

from scheduler_core import InputProblem, parse_input  # noqa: F401


@dataclass(frozen=True)
class Refusal:
    code: int
    text: str
    path: str = "input"


@dataclass(frozen=True)
class Scenario:
    value: dict
    seed: int = 1
    title: str = "Fake"

    @classmethod
    def from_canonical(cls, value):
        return cls(value)

    def canonical(self):
        return self.value


class Recording:
    def __init__(self, scenario, inputs=()):
        seed = scenario.seed
        self.inputs = list(inputs)
        self.frames = []
        self.hashes = [hashlib.sha256(f"start {seed}".encode()).hexdigest()]

    @property
    def head_seq(self):
        return len(self.frames)

    def _end(self, seq):
        return 20 + 5 * sum(1 for at, _ in self.inputs if at <= seq)

    def _next(self):
        seq = self.head_seq
        due = [value for at, value in self.inputs if at == seq]
        if not due and seq >= self._end(seq):
            return None
        frame = {
            "seq": seq + 1,
            "t": seq + 1,
            "actor": "you" if due else "kubelet",
            "kind": "start",
            "changes": [],
            "input": [value.to_json() for value in due],
        }
        self.frames.append(frame)
        self.hashes.append(hashlib.sha256((self.hashes[-1] + json.dumps(frame)).encode()).hexdigest())
        return frame

    def step(self, start, size, until=None, limit=200, max_seq=None):
        sizes = {"act": 1, "cycle": 2, "event": 3, "quiet": limit, "time": limit}
        made = []
        while len(made) < min(sizes[size], limit) and (max_seq is None or start + len(made) < max_seq):
            if start + len(made) < self.head_seq:
                frame = self.frames[start + len(made)]
            else:
                frame = self._next()
            if frame is None or (size == "time" and frame["t"] > until):
                break
            made.append(frame)
        return made

    def reach(self, seq):
        while self.head_seq < seq:
            if self._next() is None:
                return False
        return True

    def encoded_frame(self, seq):
        return json.dumps(self.frames[seq - 1]).encode()

    def frame(self, seq):
        return self.frames[seq - 1]

    def snapshot(self, seq):
        return {"seq": seq, "t": seq, "hash": self.hash(seq)}

    def hash(self, seq):
        return self.hashes[seq]

    def quiet(self, seq):
        return seq >= self._end(seq) and not any(at == seq for at, _ in self.inputs)

    def add_input(self, at, value):
        if getattr(value, "node", "") == "nowhere":
            return Refusal(404, 'nodes "nowhere" not found')
        del self.frames[at:], self.hashes[at + 1 :]
        self.inputs = [row for row in self.inputs if row[0] < at] + [(at, value)]
        return self._next()

    def acts(self, max_seq, newest):
        return [[f["seq"], f["t"], f["actor"], f["kind"], None] for f in self.frames[:max_seq]]

    def why(self, seq, pod):
        return None

    def describe(self, seq, kind, key):
        return "Name: x"

    def events(self, seq, key):
        return []

    def manifest(self, seq, kind, key):
        return {}
