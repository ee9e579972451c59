"""What a learner reads beside a check that does not hold: what is there.

The check's own text says what is expected, so the sentences of conditions are stripped of their
expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.texts.messages import Message

_ACTUAL_ONLY = frozenset(
    f"condition.{name}"
    for name in (
        "expected_on",
        "expected_pending",
        "expected_bound",
        "expected_same",
        "expected_new",
        "opposite",
        "at",
    )
)
"""Sentences that consist of what is there, `actual`, and of what was expected."""
_WITHOUT_EXPECTATION: Mapping[str, str] = {
    "condition.fact_expected": "condition.fact",
    "condition.missing_expected": "condition.exists",
    "condition.processes_expected": "condition.processes",
    "condition.skew_expected": "condition.skew",
    "condition.decisions_expected": "condition.decisions",
    "condition.pending": "condition.waits",
}
_STEP = "condition.no_step"


def plain(message: Message) -> Message:
    """The message without what was expected: "a is pending; expected on n1" becomes "a waits".

    A step that has not happened is left out beside another sentence, because its kind is a word of the
    frame protocol."""
    return _plain(message) or message


def _plain(message: Any) -> Message | None:
    """None for a sentence that is left out."""
    name, args = message["id"], message["args"]
    if name in _ACTUAL_ONLY and isinstance(args["actual"], dict):
        return _plain(args["actual"])
    if name == "condition.and":
        first, second = _plain(args["first"]), _plain(args["second"])
        if first is None or second is None or first == second:
            return first or second
        return {"id": name, "args": {"first": first, "second": second}}
    if name == _STEP:
        return None
    return {"id": _WITHOUT_EXPECTATION.get(name, name), "args": args}
