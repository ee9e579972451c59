"""What a node under pressure says about a pass, and what it does to the victim."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.config import eviction_config
from scheduler_core.kubelet.eviction.evict_pods import pass_act
from scheduler_core.kubelet.eviction.manager import EvictionState, Pass
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure

CONFIG = eviction_config(
    {}, {"memory.available": "1Gi"}, {"memory.available": "30s"}, {}, enforce_node_allocatable=()
)
SOFT = CONFIG.thresholds[0]
CALM = NodePressure(CONFIG)
PENDING = NodePressure(CONFIG, state=EvictionState(first_seen={SOFT: 10_000}))


def test_a_soft_threshold_that_is_crossed_says_when_evictions_begin() -> None:
    act = pass_act(CALM, PENDING, Pass(10_000, pending=(SOFT,)), "n1")

    assert act is not None
    assert ("kubelet.threshold_crossed", 30) == (act.message.id, dict(act.message.args)["seconds"])


def test_a_pass_that_finds_what_the_last_one_found_says_nothing() -> None:
    assert pass_act(PENDING, PENDING, Pass(20_000, pending=(SOFT,)), "n1") is None


def test_a_threshold_that_is_no_longer_crossed_and_a_condition_that_ends_are_said() -> None:
    held = NodePressure(CONFIG, state=EvictionState(conditions=("MemoryPressure",)))

    acts = [pass_act(PENDING, CALM, Pass(20_000), "n1"), pass_act(held, CALM, Pass(20_000), "n1")]

    assert ["kubelet.threshold_left", "kubelet.pressure_over"] == [
        act.message.id for act in acts if act is not None
    ]
