"""The words `processes`, `event`, `step` and `steps`: what runs on the machines, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.actor import MessageArg, message
from scheduler_core.apiserver.storage.events import Event
from scheduler_core.inputs.conditions.condition_fields import TEXT_LIMIT, Fields, named, says_nothing
from scheduler_core.inputs.conditions.fields import shown, unlike
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.verdict import Moment, Stretch, Verdict, fact
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds


@dataclass(frozen=True, slots=True)
class ProcessesCondition:
    """The number of processes on the machines that are not isolated, whatever the API server says: those of
    the pods with this key ("" for all pods), on this node ("" for all nodes)."""

    key: str
    node: str
    count: Range

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> ProcessesCondition:
        read = Fields(value, path)
        node = read.optional_name("node") or ""
        key = (read.optional_pod("of") or "") if node else read.pod("of")
        count = optional_range(read, "count")
        read.refuse_unread()
        if count is None:
            raise read.wrong("count", "condition.not_a_range", got="None")
        return cls(key, node, count)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        moment = run.moment(seq)
        rows = zip(moment.processes, moment.machines, strict=True)
        n = sum(self.key in ("", key) and self.node in ("", node) for key, node in rows)
        of = " → ".join(part for part in (named(self.key), self.node) if part)
        if self.count.holds(n):
            return Verdict(True, message("condition.processes", pod=of, n=n))
        return Verdict(False, message("condition.processes_expected", pod=of, n=n, expected=self.count.shown))

    def to_json(self) -> dict[str, Json]:
        parts = (("of", self.key), ("node", self.node))
        of: dict[str, Json] = {name: text for name, text in parts if text}
        return {"processes": {**of, "count": self.count.to_json()}}


@dataclass(frozen=True, slots=True)
class EventCondition:
    """An Event about an object was recorded. `about` is the key of a pod, or the name of a node or another
    object without a namespace; `text` is a part of the Event's message, `whole` the whole message. `at` is
    the range of the second of its last recording, `times` the range of the number of recordings of all
    matching Events. None and "" fit every Event.
    """

    about: str
    type: str = ""
    reason: str = ""
    text: str = ""
    whole: str = ""
    at: Range | None = None
    times: Range | None = None

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> EventCondition:
        read = Fields(value, path)
        condition = cls(
            read.name("about"),
            read.text("type"),
            read.text("reason"),
            read.text("text", limit=TEXT_LIMIT),
            read.text("message", limit=TEXT_LIMIT),
            optional_range(read, "at"),
            optional_range(read, "times"),
        )
        read.refuse_unread()
        if condition == cls(condition.about):
            raise says_nothing(path, "type, reason, text, message, at, times")
        return condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        keys = (self.about, f"default/{self.about}")
        events = [event for event in run.moment(seq).api.events() if event.involved_key in keys]
        described = [event for event in events if self._matches(event)]
        if self.times is not None:
            n, what = sum(event.count for event in described), self.reason or self.whole or self.text
            holds = self.times.holds(n)
            return fact(self.about, " ".join(("Event", what)).strip(), n, self.times.shown, holds)
        if described:
            last = described[-1]
            args: dict[str, MessageArg] = {"reason": last.reason, "text": last.message}
            return Verdict(True, message("condition.event", about=self.about, **args))
        what = self.reason or self.whole or self.text
        near = next((event for event in reversed(events) if self.reason == event.reason), None)
        if near is None:
            return Verdict(False, message("condition.no_event", about=self.about, reason=what))
        expected: MessageArg = f"{self.type} {self.whole or self.text or self.reason}".strip()
        if self.at is not None:
            expected = message("condition.second", t=self.at.shown, actual=expected)
        args = {"reason": near.reason, "text": near.message, "type": near.type, "t": seconds(near.last_ms)}
        return Verdict(
            False, message("condition.event_expected", about=self.about, expected=expected, **args)
        )

    def _matches(self, event: Event) -> bool:
        return (
            self.type in ("", event.type)
            and self.reason in ("", event.reason)
            and self.text in event.message
            and self.whole in ("", event.message)
            and (self.at is None or self.at.holds(seconds(event.last_ms)))
        )

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"about": self.about}
        texts = (("type", self.type), ("reason", self.reason), ("text", self.text), ("message", self.whole))
        answer.update({name: text for name, text in texts if text})
        ranges = (("at", self.at), ("times", self.times))
        answer.update({name: bounds.to_json() for name, bounds in ranges if bounds is not None})
        return {"event": answer}


@dataclass(frozen=True, slots=True)
class StepCondition:
    """A step has happened. An empty field fits every step.

    `kind` is a kind of frame (docs/protocol.md): `bind`, `sigkill`, `removed`, …; `pod` is the key of a pod
    that the step is about, `who` the name of the component, `message_id` the id of the step's message, `args`
    a part of the message's arguments, `at` the range of its virtual second.
    """

    kind: str = ""
    pod: str = ""
    who: str = ""
    message_id: str = ""
    args: Mapping[str, Json] = field(default_factory=dict)
    at: Range | None = None

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> StepCondition:
        read = Fields(value, path)
        condition = cls(
            read.text("kind"),
            read.optional_pod() or "",
            read.text("who"),
            read.text("message"),
            read.map("args"),
            optional_range(read, "at"),
        )
        read.refuse_unread()
        if condition == cls():
            raise says_nothing(path, "kind, pod, who, message, args, at")
        return condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        for step in range(seq, 0, -1):
            moment = run.moment(step)
            if self._matches(moment):
                args = {"seq": step, "t": seconds(moment.now_ms), "kind": moment.kind}
                return Verdict(True, message("condition.step", **args))
        parts = [part for part in (self.kind, self.pod, self.who, self.message_id) if part]
        parts += [str(shown(self.args))] if self.args else []
        kind: MessageArg = tuple(parts)
        if self.at is not None:
            kind = message("condition.second", actual=kind, t=self.at.shown)
        return Verdict(False, message("condition.no_step", kind=kind))

    def _matches(self, moment: Moment) -> bool:
        return (
            self.kind in ("", moment.kind)
            and (not self.pod or self.pod in moment.pods)
            and self.who in ("", moment.who)
            and self.message_id in ("", moment.message_id)
            and (self.at is None or self.at.holds(seconds(moment.now_ms)))
            and unlike(moment.args, self.args, "args") is None
        )

    def to_json(self) -> dict[str, Json]:
        parts = (("kind", self.kind), ("pod", self.pod), ("who", self.who), ("message", self.message_id))
        answer: dict[str, Json] = {name: text for name, text in parts if text}
        answer |= {"args": dict(self.args)} if self.args else {}
        return {"step": answer if self.at is None else {**answer, "at": self.at.to_json()}}


PARTS = ("kind", "at", "who", "pods", "message", "args")
"""The fields of a step that a row of `steps` may describe."""


@dataclass(frozen=True, slots=True)
class StepsCondition:
    """The steps that count are exactly these, in this order.

    `kinds` and `messages` are the kinds of frames and the message ids that count, () for all; `pod` and `who`
    are as in `step`; `at` is the range of seconds that count. Each of `rows` describes a step by `PARTS`.
    """

    rows: tuple[Mapping[str, Json], ...]
    kinds: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    pod: str = ""
    who: str = ""
    at: Range | None = None

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> StepsCondition:
        read = Fields(value, path)
        entries = read.value("are")
        if not isinstance(entries, (list, tuple)):
            raise read.wrong("are", "scenario.not_a_list")
        rows: list[Mapping[str, Json]] = []
        for place, row in enumerate(entries):
            if not isinstance(row, Mapping):
                raise read.wrong(f"are[{place}]", "input.not_a_map")
            Fields(row, f"{path}.are[{place}]").refuse_unknown(PARTS)
            rows.append(row)
        condition = cls(
            tuple(rows),
            read.texts("kind"),
            read.texts("message"),
            read.optional_pod() or "",
            read.text("who"),
            optional_range(read, "at"),
        )
        read.refuse_unread()
        if condition == cls(condition.rows):
            raise says_nothing(path, "kind, pod, who, message, at")
        return condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        counted = [moment for step in range(1, seq + 1) if self._counts(moment := run.moment(step))]
        steps = tuple(f"{moment.kind} {seconds(moment.now_ms)}" for moment in counted)
        if len(counted) != len(self.rows):
            args: dict[str, MessageArg] = {"n": len(counted), "expected": len(self.rows), "steps": steps}
            return Verdict(False, message("condition.steps_expected", **args))
        for place, (moment, row) in enumerate(zip(counted, self.rows, strict=True)):
            parts = (moment.kind, seconds(moment.now_ms), moment.who, list(moment.pods), moment.message_id)
            step: dict[str, Json] = dict(zip(PARTS, (*parts, moment.args), strict=True))
            if (wrong := unlike(step, row, f"[{place}]")) is not None:
                at, got, expected = wrong
                return fact("steps", at, shown(got), shown(expected), False)
        return Verdict(True, message("condition.steps", n=len(counted), steps=steps))

    def _counts(self, moment: Moment) -> bool:
        return (
            (not self.kinds or moment.kind in self.kinds)
            and (not self.messages or moment.message_id in self.messages)
            and (not self.pod or self.pod in moment.pods)
            and self.who in ("", moment.who)
            and (self.at is None or self.at.holds(seconds(moment.now_ms)))
        )

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {}
        for name, texts in (("kind", self.kinds), ("message", self.messages)):
            if texts:
                answer[name] = texts[0] if len(texts) == 1 else list(texts)
        answer.update({name: text for name, text in (("pod", self.pod), ("who", self.who)) if text})
        if self.at is not None:
            answer["at"] = self.at.to_json()
        return {"steps": {**answer, "are": [dict(row) for row in self.rows]}}
