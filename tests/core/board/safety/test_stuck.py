"""Why a pod cannot end, and the ladder of remedies by what is broken: which there are, and which are safe."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.pets import crash, cut, delete_node, fence, heal, out_of_service, power_off
from tests.core.play import delete, play_of


def stuck(*inputs: dict[str, Any], second: float = 30, **more: Any) -> dict[str, Any] | None:
    """What is said of `p` on n3, after these inputs and its deletion at second 20."""
    one = pod("p", on="n3", terminationGracePeriodSeconds=30)
    one["metadata"].update(more)
    play = play_of(node("n1"), node("n3"), one, inputs=[*inputs, delete(20, "p")])
    views: Any = play.recording.snapshot(play.until(second))["stuck"]
    return next((dict(view) for view in views if view["pod"] == "default/p"), None)


def ladder(*inputs: dict[str, Any]) -> list[dict[str, Any]]:
    result = stuck(*inputs)
    assert result is not None
    return list(result["ladder"])


def test_a_pod_that_its_kubelet_ends_is_not_stuck() -> None:
    assert stuck(second=25) is None


def test_a_pod_of_a_lost_node_waits_for_the_kubelet_until_the_way_is_healed() -> None:
    result, healed = stuck(cut(10)), stuck(cut(10), heal(25))

    assert result is not None
    assert "kubelet" == result["cause"]
    assert healed is None


def test_of_a_node_that_is_no_longer_heard_of_the_second_of_its_last_renewal_is_said() -> None:
    result, early = stuck(cut(12), second=80), stuck(cut(12))

    assert result is not None
    assert early is not None
    assert ({"because": "unreachable", "heard": 10}, None) == (result["outdated"], early["outdated"])


def test_a_finalizer_is_the_cause_where_the_kubelet_answers() -> None:
    result = stuck(finalizers=["example.com/backup"])

    assert {"pod": "default/p", "cause": "finalizers", "outdated": None, "ladder": []} == result


@pytest.mark.parametrize(
    ("inputs", "steps"),
    [
        (
            [cut(10)],
            "wait:ok repair:ok fence:ok out_of_service:warn delete_node:warn force:bad",
        ),
        (
            [crash(10, "kubelet/n3")],
            "wait:ok repair_kubelet:ok fence:ok out_of_service:warn delete_node:warn force:bad",
        ),
        (
            [power_off(10)],
            "wait:ok repair_power:ok fence:ok out_of_service:ok delete_node:ok force:ok",
        ),
        (
            [cut(10), fence(15, "network")],
            "wait:ok repair:ok fence:ok out_of_service:ok delete_node:ok force:ok",
        ),
        (
            [{"at": 10, "kind": "destroy", "node": "n3"}],
            "wait:ok fence:ok out_of_service:ok delete_node:ok force:ok",
        ),
        (
            [cut(10), out_of_service(15)],
            "wait:ok repair:ok fence:ok delete_node:warn force:bad",
        ),
        (
            [cut(10), delete_node(15)],
            "wait:ok repair:ok fence:ok force:bad",
        ),
    ],
)
def test_the_ladder_has_what_can_be_done_and_says_how_safe_each_step_is(
    inputs: list[dict[str, Any]], steps: str
) -> None:
    assert steps.split() == [f"{step['step']}:{step['level']}" for step in ladder(*inputs)]


def test_what_repairs_is_an_input_and_what_is_dangerous_asks_first() -> None:
    steps = {step["step"]: step for step in ladder(cut(10))}

    assert {"kind": "heal", "between": ["node/n3", "api-server"]} == steps["repair"]["input"]
    assert {"pod": "p", "grace": 30} == steps["repair"]["reasonArgs"]
    assert "NoExecute" == steps["out_of_service"]["input"]["effect"]
    assert {"from": 40, "until": 80} == steps["delete_node"]["reasonArgs"]
    assert {
        "wait": None,
        "repair": None,
        "fence": "fence",
        "out_of_service": None,
        "delete_node": "delete_node",
        "force": "force_delete",
    } == {name: step["ask"] for name, step in steps.items()}


def test_fencing_names_the_places_of_the_steps_that_it_makes_safe() -> None:
    def reason(*inputs: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        step = next(step for step in ladder(*inputs) if step["step"] == "fence")
        return step["reason"], step["reasonArgs"]

    assert ("fence_says", {"first": 4, "second": 6}) == reason(cut(10))
    assert ("fence_says", {"first": 5, "second": 5}) == reason(cut(10), out_of_service(15))
    assert ("fenced", {}) == reason(power_off(10))
