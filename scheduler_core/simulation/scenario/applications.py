"""`applications` of a Scenario document: how the processes of some pods behave, from JSON to the kubelet's
value.

A rule stays JSON (with times checked), so the canonical form of a scenario is as its author wrote it.
docs/behaviour.md has the table of its fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.kubelet.application.annotations import windows
from scheduler_core.kubelet.application.behaviour import (
    DEFAULT_STARTS_AFTER_MS,
    Application,
    HookBehaviour,
    Window,
)
from scheduler_core.kubelet.application.usage import parse_usage
from scheduler_core.objects.manifest import Json, Manifest, integer, items, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.selectors import LabelSelector

WHOM_FIELDS = ("pods", "selector", "namespace", "container")
SECONDS_FIELDS = ("startsAfter", "readyAfter", "answersAfter", "pullSeconds")
SECONDS_OR_NULL_FIELDS = (
    "exitsAfterSigterm",
    "exitsAfter",
    "completesAfter",
    "preStopSeconds",
    "postStartSeconds",
    "sigkillSeconds",
)
FLAG_FIELDS = ("preStopFails", "postStartFails", "pullFails")
WINDOW_FIELDS = ("startupFailsAt", "livenessFailsAt", "readinessFailsAt")
USAGE_FIELDS = ("memory", "disk", "inodes", "processes")
RULE_FIELDS = (
    *WHOM_FIELDS,
    *SECONDS_FIELDS,
    *SECONDS_OR_NULL_FIELDS,
    "exitCode",
    "crashesAt",
    *FLAG_FIELDS,
    *WINDOW_FIELDS,
    *USAGE_FIELDS,
)
MOST_EXIT_CODE = 255
MOST_CRASHES = 1_000


def application_from(rule: Manifest) -> Application:
    """The kubelet's value of a checked rule. A key without a namespace means `default`.

    `preStopSeconds: null` is a hook that hangs; without the key the hook takes the time that the manifest
    states.
    """
    starts = _milliseconds(rule.get("startsAfter"))
    completes = rule.get("exitsAfter", rule.get("completesAfter"))
    return Application(
        pods=tuple(key if "/" in key else f"default/{key}" for key in strings(rule.get("pods"))),
        selector=LabelSelector.parse(rule.get("selector")) if "selector" in rule else None,
        namespace=text(rule.get("namespace")) or None,
        container=text(rule.get("container")) or None,
        starts_after_ms=DEFAULT_STARTS_AFTER_MS if starts is None else starts,
        ready_after_ms=_milliseconds(rule.get("readyAfter")) or 0,
        exits_after_sigterm_ms=_milliseconds(rule.get("exitsAfterSigterm")),
        completes_after_ms=_milliseconds(completes),
        exit_code=integer(rule.get("exitCode")) or 0,
        crashes_at_ms=tuple(sorted(_milliseconds(at) or 0 for at in items(rule.get("crashesAt")))),
        pre_stop=_hook(rule, "preStopSeconds", "preStopFails"),
        post_start=_hook(rule, "postStartSeconds", "postStartFails"),
        pull_ms=None if rule.get("pullFails") is True else _milliseconds(rule.get("pullSeconds")) or 0,
        sigkill_takes_ms=_milliseconds(rule.get("sigkillSeconds", 0)),
        answers_after_ms=_milliseconds(rule.get("answersAfter")) or 0,
        startup_fails=windows_of(rule.get("startupFailsAt")) or (),
        liveness_fails=windows_of(rule.get("livenessFailsAt")) or (),
        readiness_fails=windows_of(rule.get("readinessFailsAt")) or (),
        memory=_usage(rule.get("memory")),
        disk=_usage(rule.get("disk")),
        inodes=_usage(rule.get("inodes")),
        processes=_usage(rule.get("processes")),
    )


def applications_from(rules: tuple[Mapping[str, Json], ...]) -> tuple[Application, ...]:
    return tuple(application_from(rule) for rule in rules)


def behaviour_problems(rule: Manifest) -> Iterator[Problem]:
    """The problems of a rule other than those of names and seconds."""
    code = rule.get("exitCode")
    if code is not None and (integer(code) is None or not 0 <= (integer(code) or 0) <= MOST_EXIT_CODE):
        yield Problem("exitCode", "scenario.not_an_exit_code", _got(code))
    for name in FLAG_FIELDS:
        if rule.get(name) is not None and not isinstance(rule[name], bool):
            yield Problem(name, "scenario.not_a_flag", _got(rule[name]))
    for name in WINDOW_FIELDS:
        if windows_of(rule.get(name)) is None:
            yield Problem(name, "scenario.not_times", _got(rule[name]))
    for name in USAGE_FIELDS:
        if not is_usage(rule.get(name)):
            yield Problem(name, "scenario.not_an_amount", _got(rule[name]))
    crashes = rule.get("crashesAt")
    if crashes is None:
        return
    if not isinstance(crashes, (list, tuple)):
        yield Problem("crashesAt", "scenario.not_a_list", {})
        return
    if len(crashes) > MOST_CRASHES:
        yield Problem("crashesAt", "scenario.too_many", {"limit": MOST_CRASHES, "got": len(crashes)})
    for index, at in enumerate(crashes):
        if isinstance(at, bool) or not isinstance(at, (int, float)) or not 0 <= at <= 10**8:
            yield Problem(f"crashesAt[{index}]", "scenario.not_seconds", _got(at))


def _got(value: Json) -> dict[str, Json]:
    return {"got": repr(value)[:60]}


def windows_of(value: Json) -> tuple[Window, ...] | None:
    """The times at which a probe fails: the annotation's text (`10-40, 60-`), or one number, from which on it
    fails. None means that the value is neither.
    """
    if value is None:
        return ()
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    return windows(value if isinstance(value, str) else f"{value}")


def is_usage(value: Json) -> bool:
    """Whether a value describes usage over time."""
    if value is None:
        return True
    return (
        isinstance(value, (int, str)) and not isinstance(value, bool) and parse_usage(str(value)) is not None
    )


def _usage(value: Json) -> str:
    return "" if value is None else str(value)


def _hook(rule: Manifest, seconds: str, fails: str) -> HookBehaviour | None:
    """How a hook behaves; a failing hook takes no time unless the rule states one."""
    failing = rule.get(fails) is True
    if seconds in rule:
        return HookBehaviour(_milliseconds(rule[seconds]), fails=failing)
    return HookBehaviour(0, fails=True) if failing else None


def _milliseconds(seconds: Json) -> int | None:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else None
