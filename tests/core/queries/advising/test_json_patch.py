"""The difference between two documents as a JSON Patch."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import Json
from scheduler_core.queries.advising.json_patch import json_patch

REQUESTS = "/spec/containers/0/resources/requests"


def pod(**requests: Json) -> Json:
    return {"spec": {"containers": [{"name": "c", "resources": {"requests": requests}}]}}


@pytest.mark.parametrize(
    ("old", "new", "operations"),
    [
        (pod(cpu="1"), pod(cpu="1"), []),
        (pod(cpu="1"), pod(cpu="2"), [{"op": "replace", "path": f"{REQUESTS}/cpu", "value": "2"}]),
        (pod(cpu="1", memory="1Gi"), pod(cpu="1"), [{"op": "remove", "path": f"{REQUESTS}/memory"}]),
        ({"a": [1]}, {"a": [1, 2]}, [{"op": "add", "path": "/a/-", "value": 2}]),
        ({"a": [1, 2]}, {"a": [2]}, [{"op": "replace", "path": "/a", "value": [2]}]),
        ({}, {"x.io/a": "b"}, [{"op": "add", "path": "/x.io~1a", "value": "b"}]),
        ({"a": {"b": 1}}, {"a": "text"}, [{"op": "replace", "path": "/a", "value": "text"}]),
    ],
)
def test_a_change_is_the_smallest_operation_at_its_place(
    old: Json, new: Json, operations: list[Json]
) -> None:
    assert operations == [*json_patch(old, new)]
