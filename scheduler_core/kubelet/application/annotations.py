"""Annotations of a pod that describe how its application behaves; docs/behaviour.md has the table.

`podium/<name>` concerns all containers of the pod, `podium/<container>.<name>` one of them. Times are seconds
(`5`, `2.5`) or durations (`90s`, `1m30s`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from scheduler_core.kubelet.application.behaviour import Behaviour, HookBehaviour, Window
from scheduler_core.kubelet.application.usage import parse_usage
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import DESCRIBED_ANNOTATION
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.replacing import replace

PREFIX = "podium/"
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?")
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}

Reader: TypeAlias = Callable[[Behaviour, str], "Behaviour | None"]


def seconds_ms(text: str) -> int | None:
    """A duration in milliseconds; None when the text is not a duration."""
    rest, total = text.strip(), 0.0
    if not rest:
        return None
    while rest:
        part = _PART.match(rest)
        if part is None:
            return None
        total += float(part[1]) * _UNITS[part[2] or "s"]
        rest = rest[part.end() :]
    return round(total)


def windows(text: str) -> tuple[Window, ...] | None:
    """Windows such as `10-40, 60-`: from second 10 to 40, and from second 60 on. `10` alone means from second
    10 on.
    """
    parsed: list[Window] = []
    for part in text.split(","):
        begin, dash, end = part.strip().partition("-")
        from_ms, to_ms = seconds_ms(begin), seconds_ms(end)
        if from_ms is None or (dash and end.strip() and (to_ms is None or to_ms <= from_ms)):
            return None
        parsed.append(Window(from_ms, to_ms))
    return tuple(sorted(parsed, key=lambda window: window.from_ms))


def hook(text: str) -> HookBehaviour | None:
    """A hook's behaviour, written as `5`, `hangs`, `fails` or `5 fails`."""
    word = text.strip()
    if word == "hangs":
        return HookBehaviour(None)
    fails = word.endswith("fails")
    takes = word.removesuffix("fails").strip()
    took = 0 if fails and not takes else seconds_ms(takes)
    return None if took is None else HookBehaviour(took, fails=fails)


_Value: TypeAlias = int | str | HookBehaviour | tuple[int, ...] | tuple[Window, ...] | None


def _with(behaviour: Behaviour, field: str, value: _Value) -> Behaviour:
    return replace(behaviour, **{field: value})  # type: ignore[arg-type]


def _read(field: str, parse: Callable[[str], _Value]) -> Reader:
    def read(behaviour: Behaviour, text: str) -> Behaviour | None:
        value = parse(text)
        return None if value is None else _with(behaviour, field, value)

    return read


def _time_or(field: str, word: str) -> Reader:
    """A reader of a time, or of the word that means that there is no such time."""

    def read(behaviour: Behaviour, text: str) -> Behaviour | None:
        took = None if text.strip() == word else seconds_ms(text)
        return None if took is None and text.strip() != word else _with(behaviour, field, took)

    return read


def _usage(text: str) -> str | None:
    return text.strip() if parse_usage(text) is not None else None


def _exit_code(text: str) -> int | None:
    word = text.strip()
    return int(word) if re.fullmatch(r"\d{1,3}", word) and int(word) <= 255 else None


def _times(text: str) -> tuple[int, ...] | None:
    times = [seconds_ms(part) for part in text.split(",")]
    valid = tuple(sorted(time for time in times if time is not None))
    return valid if len(valid) == len(times) else None


_FORMS: Mapping[str, tuple[Reader, str]] = {
    "starts-after": (_read("starts_after_ms", seconds_ms), "seconds"),
    "ready-after": (_read("ready_after_ms", seconds_ms), "seconds"),
    "exits-after-sigterm": (_time_or("exits_after_sigterm_ms", "never"), "seconds or never"),
    "exits-after": (_time_or("completes_after_ms", "never"), "seconds or never"),
    "exit-code": (_read("exit_code", _exit_code), "a number from 0 to 255"),
    "crashes-at": (_read("crashes_at_ms", _times), "seconds of the clock, separated by commas"),
    "pre-stop-takes": (_read("pre_stop", hook), "seconds, hangs, fails, or seconds and fails"),
    "post-start-takes": (_read("post_start", hook), "seconds, hangs, fails, or seconds and fails"),
    "pull-takes": (_time_or("pull_ms", "fails"), "seconds or fails"),
    "sigkill-takes": (_time_or("sigkill_takes_ms", "never"), "seconds or never"),
    "answers-after": (_read("answers_after_ms", seconds_ms), "seconds"),
    "startup-fails-at": (_read("startup_fails", windows), "times like 10-40, 60-"),
    "liveness-fails-at": (_read("liveness_fails", windows), "times like 10-40, 60-"),
    "readiness-fails-at": (_read("readiness_fails", windows), "times like 10-40, 60-"),
    "memory": (_read("memory", _usage), "an amount, or amounts over time"),
    "disk": (_read("disk", _usage), "an amount, or amounts over time"),
    "inodes": (_read("inodes", _usage), "a number, or numbers over time"),
    "processes": (_read("processes", _usage), "a number, or numbers over time"),
}
NAMES = tuple(_FORMS)


def annotated(behaviour: Behaviour, annotations: Mapping[str, str], container: str) -> Behaviour:
    """The behaviour of a container with its annotations; one about the container overrides one about the pod.
    An annotation that cannot be read is ignored, and `problems` names it.
    """
    for name, (read, _) in _FORMS.items():
        for key in (f"{PREFIX}{container}.{name}", f"{PREFIX}{name}"):
            text = annotations.get(key)
            changed = None if text is None else read(behaviour, text)
            if changed is not None:
                behaviour = changed
                break
    return behaviour


def problems(
    annotations: Mapping[str, str], containers: Sequence[str], volumes: Sequence[str] = ()
) -> list[Problem]:
    """A problem for each `podium/` annotation on a pod that cannot be read; its path is that in the pod.

    `<volume>.disk` is the amount of data in a volume of the pod.
    """
    unreadable: list[Problem] = []
    for key, value in annotations.items():
        if not key.startswith(PREFIX) or key == DESCRIBED_ANNOTATION or not isinstance(value, str):
            continue
        name = key.removeprefix(PREFIX)
        whose, dot, plain = name.rpartition(".")
        form = _FORMS.get(plain)
        if form is None:
            unreadable.append(_not_a_behaviour(key, name, f"one of {', '.join(NAMES)}"))
        elif dot and whose not in containers and not (plain == "disk" and whose in volumes):
            unreadable.append(_not_a_behaviour(key, whose, f"of a container: {', '.join(containers)}"))
        elif form[0](Behaviour(), value) is None:
            unreadable.append(_not_a_behaviour(key, value, form[1]))
    return unreadable


def _not_a_behaviour(key: str, got: str, expected: str) -> Problem:
    args: dict[str, Json] = {"expected": expected, "got": got[:80]}
    return Problem(f"metadata.annotations[{key}]", "value.not_a_behaviour", args)
