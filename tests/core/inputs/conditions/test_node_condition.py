"""What `node` says of a node and of the room on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": "n1", "allocatable": {"cpu": "2"}}, (True, "n1: allocatable cpu is 2")),
        ({"name": "n1", "free": {"cpu": "0"}}, (True, "n1: free cpu is 0")),
        ({"name": "n2", "free": {"cpu": "1"}}, (False, "n2: free cpu is 500m; expected 1")),
        ({"name": "n2", "requested": {"cpu": "500m"}}, (True, "n2: requested cpu is 500m")),
        ({"name": "n1", "pods": 1}, (True, "n1: pods is 1")),
        ({"name": "n1", "pods": {"from": 2}}, (False, "n1: pods is 1; expected at least 2")),
        ({"name": "n1", "ready": True}, (True, "n1: ready is true")),
        ({"name": "n1", "cordoned": True}, (False, "n1: cordoned is false; expected true")),
        ({"name": "n1", "labels": {"zone": "z1"}}, (False, "n1: zone is not set; expected z1")),
        ({"name": "n3", "ready": True}, (False, "n3 does not exist")),
        ({"name": "n3", "exists": False}, (True, "n3 does not exist")),
        ({"name": "n1", "exists": False}, (False, "n1 exists; expected that it does not")),
    ],
)
def test_the_sentence_names_what_is_there(
    play: Play, fields: dict[str, Any], expected: tuple[bool, str]
) -> None:
    assert expected == judged(play, play.until(60), {"node": fields})
