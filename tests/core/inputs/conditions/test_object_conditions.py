"""`field` looks into any object, `skew` counts pods in domains."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play, gallery

CONSTRAINTS = "spec.topologySpreadConstraints"


@pytest.fixture(scope="module")
def play() -> Play:
    return Play(gallery("one-constraint-zone"))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"path": f"{CONSTRAINTS}[0].maxSkew", "is": 1}, True),
        ({"path": f"{CONSTRAINTS}[0].maxSkew", "is": True}, False),
        ({"path": f"{CONSTRAINTS}[0].maxSkew", "range": {"from": 2}}, False),
        ({"path": f"{CONSTRAINTS}[1].maxSkew", "set": True}, False),
        ({"path": CONSTRAINTS, "count": 1}, True),
        ({"path": CONSTRAINTS, "count": {"from": 2}}, False),
        ({"path": f"{CONSTRAINTS}[*].topologyKey", "in": ["zone", "node"]}, True),
        ({"path": f"{CONSTRAINTS}[*].topologyKey", "not": "zone"}, False),
        ({"path": f"{CONSTRAINTS}[*].topologyKey", "count": 1}, True),
        ({"path": CONSTRAINTS, "like": [{"whenUnsatisfiable": "DoNotSchedule"}]}, True),
        ({"path": CONSTRAINTS, "like": [{"whenUnsatisfiable": "ScheduleAnyway"}]}, False),
        ({"path": "metadata.labels['foo']", "is": "bar"}, True),
        ({"path": "spec.nodeSelector", "set": False}, True),
    ],
)
def test_a_field_is_compared(play: Play, fields: dict[str, Any], expected: bool) -> None:
    holds, _ = judged(play, play.until(30), {"field": {"name": "mypod", **fields}})

    assert expected == holds


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": "mypod", "path": "spec.priority", "is": 5}, "Pod mypod: spec.priority is 0; expected 5"),
        ({"name": "mypod", "path": "spec.nodeSelector", "set": True}, "Pod mypod: spec.nodeSelector is not set; expected a value"),
        ({"name": "mypod", "path": "metadata.labels", "like": {"foo": "x"}}, 'Pod mypod: metadata.labels.foo is bar; expected x'),
        ({"name": "mypod", "path": "metadata", "like": {"labels": {"a/b": "x"}}}, "Pod mypod: metadata.labels['a/b'] is not set; expected x"),
        ({"name": "mypod", "path": "spec.containers[0]", "like": {"ports": [{"hostPort": 80}]}}, 'Pod mypod: spec.containers[0].ports is not set; expected [{"hostPort": 80}]'),
        ({"name": "mypod", "path": "metadata.labels.foo", "in": ["a", "b"]}, "Pod mypod: metadata.labels.foo is bar; expected one of a, b"),
        ({"name": "mypod", "path": "metadata.labels.foo", "not": "bar"}, "Pod mypod: metadata.labels.foo is bar; expected anything but bar"),
        ({"kind": "Node", "name": "n9", "path": "spec", "set": True}, "Node n9 does not exist"),
    ],
)  # fmt: skip
def test_the_sentence_names_the_value_that_is_there(
    play: Play, fields: dict[str, Any], expected: str
) -> None:
    assert (False, expected) == judged(play, play.until(30), {"field": fields})


def test_the_skew_is_the_fullest_domain_minus_the_emptiest(play: Play) -> None:
    request = {"over": "zone", "selector": {"matchLabels": {"foo": "bar"}}}

    assert (True, "the skew over zone is 1") == judged(play, 0, {"skew": {**request, "is": 1}})
    assert (True, "the skew over zone is 0") == judged(play, play.until(30), {"skew": {**request, "is": 0}})
    assert (False, "the skew over zone is 0; expected at least 1") == judged(
        play, play.until(30), {"skew": {**request, "is": {"from": 1}}}
    )
