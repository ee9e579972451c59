"""Moments of a run that a file names: a step, a second, as soon as a condition holds, when it is quiet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.stretch import RecordedStretch
from scheduler_core.inputs.conditions.condition_fields import Fields
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.inputs.reader import WrongError, short
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

MOST_STEPS = 5_000
"""Steps after which a stop is given up, so that a run without end is not played for ever."""
_WORDS = ("step", "seconds", "when", "after")


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment. Exactly one of `step`, `at_ms`, `when` and `after_ms` is given; none of them means `quiet`.

    `at_ms` is the last step that is not later than this virtual time, `when` the first step at which the
    condition holds, `after_ms` so long after the last input, or quiet before that. From there `then` plays on
    to the first step at which it holds.
    """

    step: int | None = None
    at_ms: int | None = None
    when: Condition | None = None
    after_ms: int | None = None
    then: Condition | None = None

    def to_json(self) -> Json:
        """As it is written in a file; `parse_stop` is the inverse."""
        value: dict[str, Json] = {}
        if self.step is not None:
            value["step"] = self.step
        if self.at_ms is not None:
            value["seconds"] = self.at_ms / 1000
        if self.when is not None:
            value["when"] = self.when.to_json()
        if self.after_ms is not None:
            value["after"] = self.after_ms / 1000
        if self.then is not None:
            value["then"] = self.then.to_json()
        return value or "quiet"


def parse_stop(value: Json, path: str) -> Stop | Problem:
    """The moment that a JSON value describes, or its first problem with its path (docs/lessons.md)."""
    if value == "quiet":
        return Stop()
    if not isinstance(value, Mapping):
        return Problem(path, "stop.unknown", {"got": short(value)})
    read = Fields(value, path)
    present = [word for word in _WORDS if read.has_value(word)]
    try:
        read.refuse_unknown((*_WORDS, "then"))
        if len(present) != 1 or (read.has_value("then") and present[0] not in {"step", "seconds"}):
            return Problem(path, "stop.not_one", {"supported": list(_WORDS)})
        return Stop(
            step=read.optional_whole("step", 0, MOST_STEPS),
            at_ms=read.optional_milliseconds("seconds"),
            when=_condition(read, "when"),
            after_ms=read.optional_milliseconds("after"),
            then=_condition(read, "then"),
        )
    except WrongError as wrong:
        return wrong.problem


def _condition(read: Fields, name: str) -> Condition | None:
    if not read.has_value(name):
        return None
    parsed = parse_condition(read.value(name), read.path_of(name))
    if isinstance(parsed, Problem):
        raise WrongError(parsed)
    return parsed


def find_stop(recording: Recording, stop: Stop, from_seq: int = 0, limit: int = MOST_STEPS) -> int | None:
    """The step at which `stop` comes, from `from_seq` on; None when it does not come within `limit` steps."""
    most = from_seq + limit
    if stop.when is not None:
        return _first(recording, stop.when, from_seq, most)
    if stop.step is not None:
        seq = max(stop.step, from_seq)
        reached = seq if seq <= most and recording.reach(seq) else None
    elif stop.at_ms is not None:
        reached = _at(recording, stop.at_ms, from_seq, most)
    else:
        reached = _still(recording, stop.after_ms, from_seq, most)
    return reached if reached is None or stop.then is None else _first(recording, stop.then, reached, most)


def has_come(recording: Recording, stop: Stop, seq: int) -> bool:
    """Whether `stop` is at or before step `seq`. Of what comes later only its time counts."""
    if stop.when is not None or stop.step is not None or stop.then is not None:
        reached = find_stop(recording, stop, limit=seq)
        return reached is not None and reached <= seq
    following = recording.next_time(seq)
    if following is None:
        return True
    if stop.at_ms is not None:
        return following * 1000 > stop.at_ms
    return stop.after_ms is not None and following * 1000 > _last_input_ms(recording, seq) + stop.after_ms


def _first(recording: Recording, condition: Condition, from_seq: int, most: int) -> int | None:
    stretch = RecordedStretch(recording)
    for seq in range(from_seq, most + 1):
        if not recording.reach(seq):
            return None
        if condition.judge(stretch, seq).holds:
            return seq
        if _ends(recording, seq):
            return None
    return None


def _at(recording: Recording, at_ms: int, from_seq: int, most: int) -> int | None:
    seq = from_seq
    while not _ends(recording, seq):
        if not recording.reach(seq + 1) or _ms(recording, seq + 1) > at_ms:
            break
        seq += 1
        if seq > most:
            return None
    return seq


def _still(recording: Recording, after_ms: int | None, from_seq: int, most: int) -> int | None:
    for seq in range(from_seq, most + 1):
        if _ends(recording, seq) or not recording.reach(seq + 1):
            return seq
        if after_ms is not None and _ms(recording, seq + 1) > _last_input_ms(recording, seq + 1) + after_ms:
            return seq
    return None


def _ends(recording: Recording, seq: int) -> bool:
    """Whether nothing happens after step `seq`, and no input was given there or later."""
    return recording.quiet(seq) and all(at < seq for at, _ in recording.inputs)


def _ms(recording: Recording, seq: int) -> int:
    return round(recording.time(seq) * 1000)


def _last_input_ms(recording: Recording, seq: int) -> int:
    """The virtual time of the newest input up to step `seq`, a person's or the script's; 0 without any."""
    steps = [at + 1 for at, _ in recording.inputs if at < seq]
    latest = _ms(recording, max(steps)) if steps else 0
    done = recording.world(seq).next_input
    script = recording.scenario.inputs[:done]
    return max(latest, script[-1].at_ms if script else 0)
