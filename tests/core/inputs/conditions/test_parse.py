"""Conditions are read from data; what is wrong is named with its path."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.conditions.parse import MAX_DEPTH, WORDS, parse_condition
from scheduler_core.objects.problem import Problem

POD = {"pod": {"name": "p", "bound": True}}


def problem(value: Any) -> tuple[str, str]:
    parsed = parse_condition(value, "c")
    assert isinstance(parsed, Problem), parsed
    return parsed.path, parsed.code


def nested(depth: int) -> Any:
    value: Any = POD
    for _ in range(depth):
        value = {"not": value}
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("p is bound", ("c", "condition.not_one_word")),
        ({}, ("c", "condition.not_one_word")),
        ({"pod": {"name": "p"}, "node": {"name": "n"}}, ("c", "condition.not_one_word")),
        ({"pods": {"name": "p"}}, ("c", "condition.unknown_word")),
        ([], ("c", "condition.not_a_list")),
        ({"all": []}, ("c.all", "condition.not_a_list")),
        ({"any": POD}, ("c.any", "condition.not_a_list")),
        ([POD, {"pod": "p"}], ("c[1].pod", "input.not_a_map")),
        ({"pod": {"node": "n1"}}, ("c.pod.name", "input.not_a_name")),
        ({"pod": {"name": "p"}}, ("c.pod", "condition.says_nothing")),
        ({"pod": {"name": "p", "nod": "n1"}}, ("c.pod.nod", "input.unknown_field")),
        ({"pod": {"name": "p", "bound": True, "at": 5}}, ("c.pod.at", "input.unknown_field")),
        ({"pod": {"name": "p", "node": []}}, ("c.pod.node", "input.not_a_name")),
        ({"pod": {"name": "p", "bound": "yes"}}, ("c.pod.bound", "input.not_a_flag")),
        ({"pod": {"name": "p", "restarts": "3"}}, ("c.pod.restarts", "condition.not_a_range")),
        ({"pod": {"name": "p", "restarts": {"from": 3, "to": 1}}}, ("c.pod.restarts", "condition.never")),
        ({"pod": {"name": "p", "requests": {"cpu": "much"}}}, ("c.pod.requests.cpu", "input.not_a_quantity")),
        (
            {"pod": {"name": "p", "condition": {"status": "True"}}},
            ("c.pod.condition.type", "input.not_a_name"),
        ),
        ({"pod": {"name": "p", "node": "n1", "pending": True}}, ("c.pod", "condition.never")),
        ({"pod": {"name": "p", "exists": False, "same": True}}, ("c.pod", "condition.never")),
        ({"pod": {"name": "p", "removedByProof": True, "priority": 5}}, ("c.pod", "condition.never")),
        ({"node": {"name": "n1"}}, ("c.node", "condition.says_nothing")),
        ({"node": {"name": "n1", "free": {}}}, ("c.node.free", "input.not_a_map")),
        (
            {"field": {"name": "p", "path": "spec..x", "is": 1}},
            ("c.field.path", "condition.not_a_field_path"),
        ),
        ({"field": {"name": "p", "path": "spec.x"}}, ("c.field.path", "condition.says_nothing")),
        (
            {"field": {"kind": "Pood", "name": "p", "path": "spec", "set": True}},
            ("c.field.kind", "input.unknown_choice"),
        ),
        ({"field": {"name": "p", "path": "spec", "count": "2"}}, ("c.field.count", "condition.not_a_range")),
        ({"skew": {"over": "zone", "is": 1}}, ("c.skew.selector", "input.not_a_map")),
        ({"skew": {"over": "zone", "selector": {}}}, ("c.skew.is", "condition.not_a_range")),
        ({"processes": {"of": "p"}}, ("c.processes.count", "condition.not_a_range")),
        ({"processes": {"count": 1}}, ("c.processes.of", "input.not_a_name")),
        ({"event": {"about": "p"}}, ("c.event", "condition.says_nothing")),
        ({"event": {"about": "p", "times": "2"}}, ("c.event.times", "condition.not_a_range")),
        ({"event": {"about": "p", "message": "x" * 2_001}}, ("c.event.message", "input.too_long")),
        ({"step": {}}, ("c.step", "condition.says_nothing")),
        ({"step": {"kind": "bind", "args": "n1"}}, ("c.step.args", "input.not_a_map")),
        ({"steps": {"are": []}}, ("c.steps", "condition.says_nothing")),
        ({"steps": {"kind": "bind"}}, ("c.steps.are", "scenario.not_a_list")),
        ({"steps": {"kind": ["bind", 3], "are": []}}, ("c.steps.kind[1]", "input.not_a_text")),
        ({"steps": {"kind": "bind", "are": [{"at": 3}, 3]}}, ("c.steps.are[1]", "input.not_a_map")),
        ({"steps": {"kind": "bind", "are": [{"t": 3}]}}, ("c.steps.are[0].t", "input.unknown_field")),
        ({"decision": {"pod": "p"}}, ("c.decision", "condition.says_nothing")),
        ({"decision": {"pod": "p", "number": 0, "node": "n1"}}, ("c.decision.number", "input.out_of_range")),
        ({"decision": {"pod": "p", "total": {"n1": 3}}}, ("c.decision.total", "input.unknown_field")),
        ({"versions": {}}, ("c.versions", "input.not_a_map")),
        ({"versions": {"1.3": POD}}, ("c.versions.1.3", "scenario.unknown_version")),
        ({"versions": {1.34: POD}}, ("c.versions", "value.key_not_text")),
        ({"versions": {"1.34": {"pod": {}}}}, ("c.versions.1.34.pod.name", "input.not_a_name")),
        ({"count": {"of": [POD], "is": 2}}, ("c.count.is", "condition.never")),
        ({"at": {"seconds": -1, "that": POD}}, ("c.at.seconds", "input.out_of_range")),
        ({"within": {"seconds": 1, "of": POD}}, ("c.within.then", "condition.not_one_word")),
        ({"before": {"first": POD, "than": POD}}, ("c.before.than", "input.unknown_field")),
        ({"not": {"always": {"pod": {}}}}, ("c.not.always.pod.name", "input.not_a_name")),
        ({"not": float("nan")}, ("c.not", "value.not_finite")),
        (nested(MAX_DEPTH + 1), (f"c{'.not' * (MAX_DEPTH + 1)}", "condition.too_deep")),
    ],
)
def test_a_mistake_is_named_with_its_path(value: Any, expected: tuple[str, str]) -> None:
    assert expected == problem(value)


EVERY_WORD: dict[str, Any] = {
    "pod": {"name": "default/p", "node": ["n1", "n2"], "same": True, "phase": "Running", "nominated": "n1"}
    | {"priority": {"from": 5}, "requests": {"cpu": "1"}, "labels": {"a": "b"}}
    | {"condition": {"type": "Ready", "status": "True"}},
    "node": {"name": "n1", "cordoned": True, "free": {"cpu": "1"}, "pods": {"to": 3}, "labels": {"a": None}},
    "field": {
        "kind": "Pod",
        "name": "p",
        "namespace": "default",
        "path": "spec.x[*]['a.b/c']",
        "like": [{"a": 1}],
    },
    "skew": {"over": "zone", "selector": {"matchLabels": {"a": "b"}}, "namespace": "default", "is": 1},
    "processes": {"of": "default/p", "node": "n1", "count": {"from": 1, "to": 2}},
    "event": {"about": "p", "type": "Normal", "reason": "Preempted", "text": "by", "message": "by q"}
    | {"at": {"from": 3}, "times": 2},
    "step": {"kind": "bind", "pod": "default/p", "who": "kube-scheduler", "message": "scheduler.bound"}
    | {"args": {"node": "n1"}, "at": 3},
    "steps": {"kind": ["bind", "exit"], "message": "scheduler.bound", "pod": "default/p", "at": {"to": 9}}
    | {"are": [{"kind": "bind", "at": 3, "args": {"node": "n1"}}]},
    "decision": {"pod": "default/p", "number": 2, "count": 3, "totals": {"n1": 395}, "node": None},
    "score": {"pod": "p", "node": "n1", "plugin": "NodeResourcesFit", "weighted": {"from": 1}},
    "all": [POD | {}],
    "any": [POD | {}],
    "not": POD,
    "count": {"of": [POD, POD], "is": {"from": 1}},
    "versions": {"1.34": POD, "proposal": POD},
    "always": POD,
    "ever": POD,
    "at": {"seconds": 2.5, "that": POD},
    "within": {"seconds": 10, "of": POD, "then": POD},
    "before": {"first": POD, "then": POD},
    "when": {"first": POD, "that": POD},
}


def test_each_word_is_written_as_it_is_read() -> None:
    first = {word: parse_condition({word: value}, "c") for word, value in EVERY_WORD.items()}
    again = {word: parse_condition(read.to_json(), "c") for word, read in first.items()}  # type: ignore[union-attr]

    assert list(WORDS) == list(EVERY_WORD)
    assert first == again
    assert EVERY_WORD["field"] == first["field"].to_json()["field"]  # type: ignore[union-attr,index]


def test_a_list_counts_as_all() -> None:
    assert parse_condition({"all": [POD, POD]}, "c") == parse_condition([POD, POD], "c")
