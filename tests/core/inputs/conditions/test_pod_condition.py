"""What `pod` says of a pod: where it is, what it is, how it came and went."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play, apply, delete, gallery


@pytest.mark.parametrize(
    ("second", "fields", "expected"),
    [
        (40, {"name": "p", "node": "n1"}, (True, "p is on n1")),
        (40, {"name": "p", "node": ["n2", "n1"]}, (True, "p is on n1")),
        (5, {"name": "p", "node": "n1"}, (False, "p is pending; expected on n1")),
        (40, {"name": "small", "node": ["n1", "n3"]}, (False, "small is on n2; expected on n1, n3")),
        (40, {"name": "small2", "pending": True}, (True, "small2 is pending")),
        (40, {"name": "small2", "bound": True}, (False, "small2 is pending; expected that it is bound to a node")),
        (40, {"name": "p", "bound": False}, (False, "p is on n1; expected that it is pending")),
        (40, {"name": "x", "pending": True}, (False, "x does not exist")),
        (40, {"name": "x", "exists": False}, (True, "x does not exist")),
        (40, {"name": "p", "exists": False}, (False, "p exists; expected that it does not")),
        (40, {"name": "p", "exists": True}, (True, "p exists")),
        (1, {"name": "low1", "same": True}, (False, "low1 is being deleted; expected the object that existed at the start")),
        (40, {"name": "p", "same": True}, (False, "p is another object than at the start; expected the object that existed at the start")),
        (40, {"name": "p", "new": True}, (True, "p is another object than at the start")),
        (1, {"name": "low1", "new": True}, (False, "low1 is the object that existed at the start; expected a new object")),
        (1, {"name": "low1", "terminating": True}, (True, "low1: terminating is true")),
        (1, {"name": "low1", "preempted": True}, (True, "low1: preempted is true")),
        (1, {"name": "p", "preempted": True}, (False, "p: preempted is false; expected true")),
        (1, {"name": "low1", "evicted": True}, (False, "low1: evicted is false; expected true")),
        (1, {"name": "p", "nominated": "n1"}, (True, "p: nominatedNodeName is n1")),
        (1, {"name": "p", "nominated": "n2"}, (False, "p: nominatedNodeName is n1; expected n2")),
        (40, {"name": "small2", "nominated": "n1"}, (False, "small2: nominatedNodeName is not set; expected n1")),
        (1, {"name": "p", "phase": "Running"}, (False, "p: phase is Pending; expected Running")),
        (40, {"name": "p", "ready": True}, (True, "p: ready is true")),
        (40, {"name": "p", "priority": 100}, (True, "p: priority is 100")),
        (40, {"name": "p", "priority": {"to": 99}}, (False, "p: priority is 100; expected at most 99")),
        (40, {"name": "p", "restarts": {"from": 1}}, (False, "p: restarts is 0; expected at least 1")),
        (40, {"name": "p", "grace": {"from": 1, "to": 5}}, (False, "p: grace is 30; expected 1 to 5")),
        (40, {"name": "small", "age": {"from": 25, "to": 35}}, (True, "small: age is 30")),
        (40, {"name": "p", "requests": {"cpu": "2000m"}}, (True, "p: requests cpu is 2")),
        (40, {"name": "p", "requests": {"memory": "1Gi"}}, (False, "p: requests memory is 0; expected 1Gi")),
        (40, {"name": "p", "labels": {"app": "x"}}, (False, "p: app is not set; expected x")),
        (1, {"name": "p", "condition": {"type": "PodScheduled", "reason": "Unschedulable", "message": "2 Insufficient"}}, (True, "p: PodScheduled message is 0/2 nodes are available: 2 Insufficient cpu.")),
        (1, {"name": "p", "condition": {"type": "Ready"}}, (False, "p: condition is not set; expected Ready")),
        (40, {"name": "low1", "removedByProof": True}, (True, "the kubelet removed low1 after its processes had ended")),
        (1, {"name": "low1", "removedByProof": True}, (False, "low1 exists; expected that it does not")),
        (40, {"name": "x", "removedByProof": True}, (False, "x does not exist")),
    ],
)  # fmt: skip
def test_the_sentence_names_what_is_there(
    play: Play, second: float, fields: dict[str, Any], expected: tuple[bool, str]
) -> None:
    assert expected == judged(play, play.until(second), {"pod": fields})


def test_a_forced_deletion_is_no_proof_even_if_another_pod_of_the_name_ends_well() -> None:
    documents = gallery("gap-and-reservation")
    again = next(document for document in documents if document.get("metadata", {}).get("name") == "low1")
    given = [
        delete(0, "low1", force=True, gracePeriodSeconds=0),
        apply(1, again),
        delete(2, "low1", gracePeriodSeconds=1),
    ]
    play = Play(documents, given)
    expected = "low1 was removed at 0 s by script; expected that its kubelet removes it after its processes have ended"

    assert (False, expected) == judged(
        play, play.until_quiet(), {"pod": {"name": "low1", "removedByProof": True}}
    )
