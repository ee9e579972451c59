"""A scenario written as the documents of a file says the same when it is read again."""

from __future__ import annotations

from typing import Any

import pytest

import scheduler_core as core
from playground.texts.manifests.writer import tidy


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "power", "node": "n1", "on": False},
        {"kind": "scheduler", "running": False},
        {"kind": "delete", "object": {"kind": "Pod", "name": "p", "namespace": "default"}, "force": True},
        {"kind": "behave", "pod": "default/p", "preStopSeconds": None},
        {"kind": "behave", "pod": "default/p", "readiness": False},
        {"kind": "drain", "node": "n1", "force": False},
    ],
)
def test_an_input_keeps_what_its_absence_would_not_say(given: dict[str, Any]) -> None:
    parsed = core.parse_input(given)
    assert not isinstance(parsed, core.Problem), parsed

    assert parsed == core.parse_input(tidy(parsed.to_json()))


def test_fields_that_say_nothing_are_left_out() -> None:
    parsed = core.parse_input({"kind": "cordon", "node": "n1"})
    assert not isinstance(parsed, core.Problem)

    assert {"kind": "cordon", "node": "n1"} == tidy(parsed.to_json())
