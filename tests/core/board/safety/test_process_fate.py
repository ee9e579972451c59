"""What is known of a pod's process, by what happened to its node."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.process_fate import process_fate
from tests.builders import node, pod
from tests.core.pets import crash, cut, fence, power_off
from tests.core.play import play_of


@pytest.mark.parametrize(
    ("inputs", "fate"),
    [
        ([], "ends"),
        ([cut(10)], "cut"),
        ([{**cut(10), "direction": "to"}], "cut"),
        ([crash(10, "kubelet/n3")], "unwatched"),
        ([cut(10), fence(12, "network")], "isolated"),
        ([power_off(10)], "none"),
        ([cut(10), fence(12, "power")], "none"),
    ],
)
def test_the_fate_of_a_process_is_that_of_its_machine(inputs: list[dict[str, Any]], fate: str) -> None:
    play = play_of(node("n1"), node("n3"), pod("p", on="n3"), inputs=inputs)
    world = play.recording.world(play.until(15))

    assert fate == process_fate(world.cluster, world.api.pods["default/p"])


def test_a_pod_without_a_node_has_no_process() -> None:
    play = play_of(node("n1"), pod("p", nodeSelector={"no": "where"}), inputs=[])
    world = play.recording.world(play.until(5))

    assert "none" == process_fate(world.cluster, world.api.pods["default/p"])
