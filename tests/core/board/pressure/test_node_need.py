"""What a node's view says of its need: conditions, taints, and whether anything else is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.pressure.node_need import need_view, nodes_in
from tests.core.play import Play
from tests.core.pressure import node, pressed, running

POSTED = {
    "type": "MemoryPressure",
    "status": "True",
    "reason": "KubeletHasInsufficientMemory",
    "message": "m",
}
TAINT = {"key": "node.kubernetes.io/memory-pressure", "value": "", "effect": "NoSchedule", "since": 3}
WELL: dict[str, Any] = {
    "conditions": [],
    "taints": [],
    "link": None,
    "power": True,
    "kubelet": True,
    "registered": True,
}


def only(**trouble: Any) -> Any:
    need: Any = need_view({**WELL, "conditions": [POSTED], **trouble}, None, None)
    return need["only"]


def test_a_condition_is_held_by_the_kubelet_posted_on_the_node_and_followed_by_a_taint() -> None:
    result: Any = need_view({**WELL, "conditions": [POSTED], "taints": [TAINT]}, {"conditions": []}, None)
    held: Any = need_view(WELL, {"conditions": ["MemoryPressure"]}, None)

    assert [
        {
            "type": "MemoryPressure",
            "held": False,
            "posted": {"status": "True", "reason": "KubeletHasInsufficientMemory"},
            "taint": {"key": "node.kubernetes.io/memory-pressure", "effect": "NoSchedule"},
        }
    ] == result["conditions"]
    assert [{"type": "MemoryPressure", "held": True, "posted": None, "taint": None}] == held["conditions"]


def test_a_node_without_such_a_condition_is_in_no_need() -> None:
    silent = {"type": "Ready", "status": "Unknown"}

    assert need_view({**WELL, "conditions": [silent], "taints": [TAINT]}, {"conditions": []}, None) is None


@pytest.mark.parametrize(
    "trouble",
    [
        {"link": {}},
        {"power": False},
        {"kubelet": False},
        {"registered": False},
        {"conditions": [POSTED, {"type": "Ready", "status": "False"}]},
    ],
)
def test_a_node_is_only_pressed_while_nothing_else_is_wrong(trouble: dict[str, Any]) -> None:
    assert (True, False) == (only(), only(**trouble))


def test_a_change_of_the_pressure_or_of_its_timer_concerns_the_node() -> None:
    result = nodes_in(
        {("pressure", "n1"): None, ("timer", "transition:n2"): None, ("timer", "other:n3"): None}
    )

    assert ["n1", "n2"] == result


def test_in_a_run_the_need_follows_the_kubelet_the_object_and_the_transition_period() -> None:
    documents = [
        pressed({"evictionHard": {"memory.available": "100Mi"}, "evictionPressureTransitionPeriod": "30s"}),
        node("2Gi", system_memory="200Mi"),
        running("x", "200Mi", "300Mi"),
    ]
    documents[0]["spec"]["inputs"] = [{"at": 5, "kind": "usage", "pod": "default/x", "memory": "1760Mi"}]
    play = Play(documents)
    last = play.until_quiet()
    needs: list[Any] = []
    for seq in range(last + 1):
        nodes: Any = play.recording.snapshot(seq)["nodes"]
        needs.append(nodes[0]["need"])
    messages = [need for need in needs if need is not None]

    assert (None, None) == (needs[0], needs[-1])
    assert {(True, False), (True, True), (False, True)} == {
        (need["conditions"][0]["held"], need["conditions"][0]["posted"] is not None) for need in messages
    }
    kept = [need["keeps"]["to"] - need["keeps"]["from"] for need in messages if need["keeps"]]
    assert kept
    assert all(0 < whole <= 30 for whole in kept)
