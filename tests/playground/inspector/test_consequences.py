"""`/r/<id>/consequences`: what an input that may lose data would change, and nothing of it in the run."""

import json
from typing import Any

import pytest
from django.test import Client

from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)

BY_FORCE = {"kind": "delete", "object": {"kind": "Pod", "name": "blocker"}, "force": True}


def ask(client: Client, run: Run, value: Any, at: int = 1) -> Any:
    text = value if isinstance(value, str) else json.dumps(value)
    return client.get(f"/r/{run.pk}/consequences", {"at": at, "input": text})


def test_rows_are_those_of_the_core_and_the_run_stays_as_it_was(client: Client, run: Run) -> None:
    node = {"kind": "delete", "object": {"kind": "Node", "name": "node1"}}
    first, again = ask(client, run, node).json(), ask(client, run, node).json()

    assert {"safe", "says", "rows"} == first.keys()
    assert {"say": "node_says", "args": {"node": "node1"}} == first["says"]
    assert first == again


@pytest.mark.parametrize(
    ("value", "status", "path"),
    [
        ("no JSON", 422, "input"),
        ("[" * 3000, 422, "input"),
        (json.dumps({"kind": "x" * 5000}), 422, "input"),
        ({"kind": "break-attachment", "volume": "v"}, 422, "input.node"),
        ({"kind": "cordon", "node": "node1"}, 404, "input"),
        (BY_FORCE, 404, "input"),
    ],
)
def test_what_cannot_be_asked_is_named(client: Client, run: Run, value: Any, status: int, path: str) -> None:
    response = ask(client, run, value)

    assert (status, path) == (response.status_code, response.json()["path"])


def test_a_step_beyond_the_head_is_none(client: Client, run: Run) -> None:
    assert 404 == ask(client, run, BY_FORCE, at=9999).status_code
