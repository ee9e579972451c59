"""kubectl's verbs on objects of any kind."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.parse import parse_input
from scheduler_core.simulation.kubectl.commands import run

NOBODY = {"kind": "Foo", "name": "x"}


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "scale", "object": NOBODY, "replicas": 1},
        {"kind": "label", "object": NOBODY, "labels": {"a": "b"}},
        {"kind": "delete", "object": NOBODY},
        {"kind": "rollback", "object": NOBODY},
        {"kind": "remove-finalizer", "object": NOBODY, "finalizer": "a"},
    ],
    ids=lambda value: value["kind"],
)
def test_of_a_kind_that_nobody_knows_the_api_server_says_so(value: dict[str, object]) -> None:
    answer = run(ApiServer(start_at=0), parse_input(value), 0)  # type: ignore[arg-type]

    assert isinstance(answer, Refused)
    assert answer.text in (
        "the server could not find the requested resource",
        'error: no rollbacker has been implemented for "Foo"',
    )
