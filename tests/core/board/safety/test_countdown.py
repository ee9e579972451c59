"""What an object on a lost node waits for."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.countdown import countdown
from scheduler_core.objects import Node, Pod
from tests.builders import node, pod
from tests.core.pets import crash, cut, delete_node
from tests.core.play import delete, play_of

UNREACHABLE = {"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"}
EPOCH_MS = 1_000_000_000
TIMER: dict[str, Any] = {"kind": "toleration", "from": 5, "to": 305}


def tolerating(*tolerations: dict[str, Any]) -> Pod:
    return Pod.parse(pod("p", on="n3", tolerations=[*tolerations]))


def tainted(*taints: dict[str, Any]) -> Node:
    return Node.parse(node("n3", taints=[*taints]))


ANY = {"operator": "Exists"}
FIVE_MINUTES = {**UNREACHABLE, "operator": "Exists", "tolerationSeconds": 300}
FOR_EVER = {"kind": "for_ever", "from": None, "to": None}
OTHER = {"key": "other", "effect": "NoExecute"}


@pytest.mark.parametrize(
    ("taints", "tolerations", "counted"),
    [
        ([], [ANY], None),
        ([OTHER], [ANY], None),
        ([UNREACHABLE], [ANY], FOR_EVER),
        ([UNREACHABLE], [FIVE_MINUTES], None),
        ([UNREACHABLE], [], None),
        ([{**UNREACHABLE, "effect": "NoSchedule"}], [ANY], None),
        ([UNREACHABLE, OTHER], [{**UNREACHABLE, "operator": "Exists"}], None),
    ],
)
def test_without_a_timer_a_pod_stays_for_ever_only_if_it_tolerates_the_taints_without_limit(
    taints: list[dict[str, Any]], tolerations: list[dict[str, Any]], counted: dict[str, Any] | None
) -> None:
    assert counted == countdown(tolerating(*tolerations), tainted(*taints), None, EPOCH_MS)


def test_the_deletion_of_the_object_comes_before_a_timer_and_a_timer_before_a_toleration() -> None:
    manifest = pod("p", on="n3", tolerations=[ANY])
    manifest["metadata"] |= {"deletionTimestamp": "1970-01-12T13:47:10Z", "deletionGracePeriodSeconds": 30}
    lost = tainted(UNREACHABLE)

    assert {"kind": "deletion", "from": 0, "to": 30} == countdown(Pod.parse(manifest), lost, TIMER, EPOCH_MS)
    assert TIMER == countdown(tolerating(ANY), lost, TIMER, EPOCH_MS)
    assert TIMER == countdown(tolerating(), None, TIMER, EPOCH_MS)


@pytest.mark.parametrize(
    ("inputs", "second", "counted"),
    [
        ([cut(10)], 20, None),
        ([cut(10)], 100, ("toleration", 300)),
        ([cut(10), delete(60, "p")], 100, ("deletion", 30)),
        ([cut(10), delete_node(20)], 55, ("quarantine", 40)),
        ([cut(10), crash(30, "controller-manager")], 100, None),
    ],
)
def test_the_row_of_a_pod_says_what_it_waits_for_and_how_long_in_all(
    inputs: list[dict[str, Any]], second: float, counted: tuple[str, int] | None
) -> None:
    play = play_of(node("n1"), node("n3"), pod("p", on="n3"), inputs=inputs)
    truths: Any = play.recording.snapshot(play.until(second))["truths"]
    (row,) = next(truth["rows"] for truth in truths if truth["node"] == "n3")
    result = row["countdown"]

    assert counted == (None if result is None else (result["kind"], result["to"] - result["from"]))
