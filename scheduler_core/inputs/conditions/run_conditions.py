"""The words `processes`, `event` and `step`: what runs on the machines, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.reading import Fields, named
from scheduler_core.inputs.conditions.verdict import Moment, Stretch, Verdict
from scheduler_core.inputs.reader import WrongError
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.seconds import seconds


@dataclass(frozen=True, slots=True)
class ProcessesCondition:
    """The number of processes of one pod name on all machines that are not isolated, whatever the API server
    says."""

    key: str
    count: Range

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> ProcessesCondition:
        read = Fields(value, path)
        key, count = read.pod("of"), optional_range(read, "count")
        read.all_known()
        if count is None:
            raise read.wrong("count", "condition.not_a_range", got="None")
        return cls(key, count)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        n = run.moment(seq).processes.count(self.key)
        if self.count.holds(n):
            return Verdict(True, message("condition.processes", pod=named(self.key), n=n))
        wanted = self.count.said
        return Verdict(
            False, message("condition.processes_expected", pod=named(self.key), n=n, wanted=wanted)
        )

    def to_json(self) -> dict[str, Json]:
        return {"processes": {"of": self.key, "count": self.count.to_json()}}


@dataclass(frozen=True, slots=True)
class EventCondition:
    """An Event about an object was recorded. `about` is the key of a pod, or the name of a node or another
    object without a namespace; `text` is a part of its message.
    """

    about: str
    reason: str = ""
    text: str = ""

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> EventCondition:
        read = Fields(value, path)
        made = cls(read.name("about"), read.text("reason"), read.text("text"))
        read.all_known()
        if not made.reason and not made.text:
            raise WrongError(Problem(path, "condition.says_nothing", {"known": "reason, text"}))
        return made

    def judge(self, run: Stretch, seq: int) -> Verdict:
        keys = (self.about, f"default/{self.about}")
        for event in run.moment(seq).api.events():
            about = event.involved_key in keys and self.reason in ("", event.reason)
            if about and self.text in event.message:
                args = {"about": self.about, "reason": event.reason, "text": event.message}
                return Verdict(True, message("condition.event", **args))
        return Verdict(
            False, message("condition.no_event", about=self.about, reason=self.reason or self.text)
        )

    def to_json(self) -> dict[str, Json]:
        said: dict[str, Json] = {"about": self.about}
        said.update({name: text for name, text in (("reason", self.reason), ("text", self.text)) if text})
        return {"event": said}


@dataclass(frozen=True, slots=True)
class StepCondition:
    """A step has happened. Fields that are empty say nothing.

    `kind` is a kind of frame (docs/protocol.md): `bind`, `sigkill`, `removed`, …; `pod` is the key of a pod
    that it is about, `who` the name of the component, `message` the id of its sentence.
    """

    kind: str = ""
    pod: str = ""
    who: str = ""
    said: str = ""

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> StepCondition:
        read = Fields(value, path)
        made = cls(read.text("kind"), read.optional_pod() or "", read.text("who"), read.text("message"))
        read.all_known()
        if made == cls():
            raise WrongError(Problem(path, "condition.says_nothing", {"known": "kind, pod, who, message"}))
        return made

    def judge(self, run: Stretch, seq: int) -> Verdict:
        for step in range(seq, 0, -1):
            moment = run.moment(step)
            if self._matches(moment):
                args = {"seq": step, "t": seconds(moment.now_ms), "kind": moment.kind}
                return Verdict(True, message("condition.step", **args))
        named = tuple(part for part in (self.kind, self.pod, self.who, self.said) if part)
        return Verdict(False, message("condition.no_step", kind=named))

    def _matches(self, moment: Moment) -> bool:
        return (
            self.kind in ("", moment.kind)
            and (not self.pod or self.pod in moment.pods)
            and self.who in ("", moment.who)
            and self.said in ("", moment.said)
        )

    def to_json(self) -> dict[str, Json]:
        parts = (("kind", self.kind), ("pod", self.pod), ("who", self.who), ("message", self.said))
        return {"step": {name: text for name, text in parts if text}}
