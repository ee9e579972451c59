"""Sentences about what a condition has found, and about conditions that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "condition.fact": "{of}: {what} is {got}",
        "condition.fact_expected": "{of}: {what} is {got}; expected {expected}",
        "condition.missing": "{of} does not exist",
        "condition.exists": "{of} exists",
        "condition.missing_expected": "{of} exists; expected that it does not",
        "condition.on": "{pod} is on {node}",
        "condition.pending": "{pod} is pending",
        "condition.waits": "{pod} waits",
        "condition.expected_on": "{actual}; expected on {nodes}",
        "condition.expected_pending": "{actual}; expected that it is pending",
        "condition.expected_bound": "{actual}; expected that it is bound to a node",
        "condition.same": "{of} is the object that existed at the start",
        "condition.replaced": "{of} is another object than at the start",
        "condition.terminating": "{of} is being deleted",
        "condition.expected_same": "{actual}; expected the object that existed at the start",
        "condition.expected_new": "{actual}; expected a new object",
        "condition.removed_by_proof": "the kubelet removed {of} after its processes had ended",
        "condition.removed_without_proof": (
            "{of} was removed at {t} s by {who}; expected that its kubelet removes it after its processes "
            "have ended"
        ),
        "condition.unset": "not set",
        "condition.at_least": "at least {n}",
        "condition.at_most": "at most {n}",
        "condition.between": "{low} to {high}",
        "condition.one_of": "one of {values}",
        "condition.not_this": "anything but {value}",
        "condition.like": "a value that contains {value}",
        "condition.a_value": "a value",
        "condition.processes": "processes of {pod}: {n}",
        "condition.processes_expected": "processes of {pod}: {n}; expected {expected}",
        "condition.skew": "the skew over {key} is {n}",
        "condition.skew_expected": "the skew over {key} is {n}; expected {expected}",
        "condition.no_event": "{about} has no such Event {reason}",
        "condition.event": "{about} has the Event {reason}: {text}",
        "condition.event_expected": (
            "{about} has the {type} Event {reason} at {t} s: {text}; expected {expected}"
        ),
        "condition.no_step": "no step of kind {kind} has happened",
        "condition.second": "{actual} (second: {t})",
        "condition.step": "step {seq} at {t} s is of kind {kind}",
        "condition.steps": "{n} steps: {steps}",
        "condition.steps_expected": "{n} steps: {steps}; expected {expected}",
        "condition.as_expected": "{of}: {what} is as expected: {parts}",
        "condition.decisions": "decisions about {pod}: {n}",
        "condition.decisions_expected": "decisions about {pod}: {n}; expected {expected}",
        "condition.no_score": "no decision about {pod} has given points to {node}",
        "condition.and": "{first}; {second}",
        "condition.opposite": "{actual}; expected that this is not so",
        "condition.count": "{n} of {of} conditions hold",
        "condition.count_expected": "{n} of {of} conditions hold; expected {expected}",
        "condition.version": "in version {version}: {actual}",
        "condition.other_version": (
            "nothing is expected in version {version}; versions named here: {versions}"
        ),
        "condition.at": "at {t} s: {actual}",
        "condition.not_yet": "not up to {t} s: {actual}",
        "condition.took": "it took {n} s",
        "condition.took_expected": "it took {n} s; expected at most {most} s",
        "condition.too_early": "the run has come to {t} s only; {until} s must be reached",
        "condition.order": "the first happened at {first} s, the second at {second} s",
        "condition.wrong_order": "the first happened at {first} s, not before the second at {second} s",
        "condition.unknown_word": "unknown condition {got}; known conditions: {supported}",
        "condition.not_one_word": "must be a map with one condition as its only key",
        "condition.not_a_list": "must be a list of at least one condition",
        "condition.not_a_range": "must be a number, or a map with from, to or both; got {got}",
        "condition.empty_range": "from must not be greater than to",
        "condition.says_nothing": "must contain at least one of {supported}",
        "condition.not_a_field_path": "must be a path like spec.containers[0].image; got {got}",
        "condition.too_deep": "conditions may be nested at most {limit} levels deep",
        "condition.never": "this can never be true: {why}",
        "condition.contradiction": "{first} and {second} are demanded of {of} at once",
        "stop.unknown": "{got} is not a moment; write quiet, or a map with one of step, seconds, when, after",
        "stop.not_one": "exactly one of {supported} is needed; then may stand beside step or seconds",
    }
)
