"""The passes that are not made would have changed nothing: held against a manager that never skips one."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.eviction.config import EvictionConfig, eviction_config
from scheduler_core.kubelet.eviction.manager import EvictionState, synchronize
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import RunningContainer, UsageChange, usages
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

CAPACITY = 1_000
UNTIL_MS = 1_500_000
Passes = list[tuple[int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]
amounts = st.integers(0, CAPACITY)
moments = st.integers(0, 1_000)
curves = st.lists(st.tuples(moments, amounts), min_size=1, max_size=5).map(
    lambda points: ",".join(f"{at}:{amount}" for at, amount in sorted(points))
)


shapes = st.tuples(st.sampled_from(["", "steps "]), curves).map("".join)


def config(hard: int, soft: int, grace: int, reclaim: int, transition: int) -> EvictionConfig:
    return eviction_config(
        {"memory.available": f"{hard}"} if hard else {},
        {"memory.available": f"{soft}"} if soft else {},
        {"memory.available": f"{grace}s"},
        {"memory.available": f"{reclaim}"},
        enforce_node_allocatable=(),
        transition_ms=transition * 1000,
    )


configs = st.builds(
    config,
    st.integers(0, 400),
    st.integers(0, 600),
    st.integers(0, 90),
    st.integers(0, 200),
    st.sampled_from([0, 5, 30, 300]),
)


def meter(system: str, uses: str, critical: bool, changes: list[tuple[int, int]]) -> Meter:
    node = Node.parse(
        {
            "metadata": {"name": "n1", "annotations": {"podium/system-memory": system}},
            "status": {"capacity": {"memory": str(CAPACITY)}},
        }
    )
    pod = Pod.parse(
        {
            "metadata": {"name": "p", "uid": "p"},
            "spec": {"containers": [{"name": "c"}], "priority": 2_000_000_000 if critical else 0},
        }
    )
    given_later = [UsageChange("memory", amount, at * 1000) for at, amount in sorted(changes)]
    running = [RunningContainer(pod, "c", Behaviour(memory=uses), 0)]
    return Meter(node, usages(running, given_later), [pod], given_later)


def never_skipping(chosen: EvictionConfig, measured: Meter) -> Passes:
    state, observed = EvictionState(), Passes()
    for now_ms in range(10_000, UNTIL_MS, 10_000):
        state, result = synchronize(
            state, chosen, measured.measurement(now_ms), measured.candidates(now_ms), now_ms
        )
        messages = (
            result.conditions,
            tuple(sorted(one.name for one in state.first_seen)),
            tuple(victim.message for victim in result.victims),
        )
        if messages != (observed[-1][1:] if observed else ((), (), ())):
            observed.append((now_ms, *messages))
        if result.victims:
            break
    return observed


def skipping(chosen: EvictionConfig, measured: Meter) -> Passes:
    pressure, observed, now_ms = NodePressure(chosen), Passes(), 0
    while (due := pressure.next_pass_ms(measured, now_ms)) is not None and due < UNTIL_MS:
        now_ms = due
        pressure, result = pressure.passed(measured, now_ms)
        messages = (
            result.conditions,
            tuple(sorted(one.name for one in pressure.state.first_seen)),
            tuple(victim.message for victim in result.victims),
        )
        if messages != (observed[-1][1:] if observed else ((), (), ())):
            observed.append((now_ms, *messages))
        if result.victims:
            break
    return observed


@given(configs, shapes, shapes, st.booleans(), st.lists(st.tuples(moments, amounts), max_size=3))
def test_skipping_passes_changes_nothing(
    chosen: EvictionConfig, system: str, uses: str, critical: bool, changes: list[tuple[int, int]]
) -> None:
    measured = meter(system, uses, critical, changes)

    assert never_skipping(chosen, measured) == skipping(chosen, measured)


def test_nothing_is_due_where_nothing_can_change() -> None:
    chosen = replace(config(100, 0, 0, 0, 300), max_pod_grace_s=1)
    measured = meter("100", "100", False, [])

    assert NodePressure(chosen).next_pass_ms(measured, 0) is None
