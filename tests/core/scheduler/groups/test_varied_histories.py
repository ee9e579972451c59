"""Recorded histories of groups and of devices, with their pods in other orders and other minimums: whatever
comes out, a gang is whole, its condition does not go back, and no node and no device is given away twice."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod_groups import SCHEDULED, PodGroup
from scheduler_core.parity.live.player import LivePlayer
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.harness.series import EVERY, sampled

DATA = Path(__file__).parents[2] / "parity/data-1.36/live"
EXAMPLES = 2 if EVERY > 1 else 20
"""Of each history; one takes a fraction of a second."""
SHARED = frozenset(("consumable", "admin-access", "admin-access-refused"))
"""Tags of histories in which several claims may hold one device."""


def _histories(theme: str) -> list[Manifest]:
    with gzip.open(DATA / f"{theme}.live.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


GANGS, DEVICES = _histories("09-gang"), _histories("08-dra")


def _name(history: Manifest) -> str:
    return text(history["id"])


@st.composite
def _varied(draw: st.DrawFn, history: Manifest) -> LivePlayer:
    """The history with the pods of each step in another order, and with other minimums."""

    def other_order(objects: Json) -> list[Json]:
        listed = list(items(objects))
        places = [place for place, entry in enumerate(listed) if find(entry, "kind") == "Pod"]
        for place, entry in zip(places, draw(st.permutations([listed[at] for at in places])), strict=True):
            listed[place] = entry
        return listed

    def other_minimum(entry: Json) -> Json:
        path = ("spec", "schedulingPolicy", "gang", "minCount")
        if find(entry, "kind") != "PodGroup" or find(entry, *path) is None:
            return entry
        return with_value(mapping(entry), path, draw(st.integers(1, 6)))

    setup = [other_minimum(entry) for entry in other_order(history["setup"])]
    steps: list[Json] = []
    for entry in items(history["steps"]):
        step = dict(mapping(entry))
        if step["do"] == "create":
            step["objects"] = [other_minimum(made) for made in other_order(step["objects"])]
        steps.append(step)
    return LivePlayer({**history, "setup": setup, "steps": steps}, draw(st.integers(0, 7)))


class _Watched:
    """What is so after each outcome, and what was so at some time before."""

    def __init__(self, player: LivePlayer) -> None:
        self._player = player
        self._was_scheduled: set[str] = set()
        self._had_node: dict[str, set[str]] = {}
        self.wrong: list[str] = []

    def look(self) -> None:
        api = self._player.world.api
        for pod in api.pods.values():
            if pod.spec.group and pod.node_name:
                self._had_node.setdefault(f"{pod.namespace}/{pod.spec.group}", set()).add(pod.uid)
        for group in api.objects("PodGroup").values():
            assert isinstance(group, PodGroup)
            self._group(group)
        self._nodes()

    def _group(self, group: PodGroup) -> None:
        key = group.meta.uid
        had_node = self._had_node.get(group.meta.key, set())
        statuses = {
            text(find(entry, "type")): find(entry, "status")
            for entry in items(find(group.manifest, "status", "conditions"))
        }
        scheduled = statuses.get(SCHEDULED) == "True"
        if key in self._was_scheduled and not scheduled:
            self.wrong.append(f"{group.meta.key} was scheduled and is it no more")
        if scheduled:
            self._was_scheduled.add(key)
        minimum = group.min_count or 0
        if had_node and len(had_node) < minimum:
            self.wrong.append(f"{group.meta.key}: {len(had_node)} of {minimum} pods got a node")
        if scheduled and minimum and not had_node:
            self.wrong.append(f"{group.meta.key} is scheduled and no pod of it got a node")

    def _nodes(self) -> None:
        api = self._player.world.api
        infos = {node.name: NodeInfo(node) for node in api.nodes.values()}
        for pod in api.pods.values():
            if pod.node_name in infos and not pod.finished:
                infos[pod.node_name].add(PodInfo.of(pod))
        for info in infos.values():
            if info.requested_cpu > info.allocatable.milli_cpu:
                self.wrong.append(f"{info.name}: {info.requested_cpu}m cpu are requested, more than it has")


def _given_away(player: LivePlayer) -> Mapping[tuple[str, ...], int]:
    """How many claims hold each device."""
    return Counter(
        tuple(text(find(result, name)) for name in ("driver", "pool", "device"))
        for claim in player.world.api.objects("ResourceClaim").values()
        for result in items(find(claim.manifest, "status", "allocation", "devices", "results"))
    )


@pytest.mark.parametrize("history", sampled(GANGS), ids=_name)
def test_a_gang_is_whole_and_its_condition_does_not_go_back(history: Manifest) -> None:
    @settings(max_examples=EXAMPLES, phases=[Phase.generate])
    @given(_varied(history))
    def holds(player: LivePlayer) -> None:
        watched = _Watched(player)
        for _ in player.play():
            watched.look()

        assert [] == watched.wrong

    holds()


@pytest.mark.parametrize("history", sampled(DEVICES), ids=_name)
def test_no_device_is_given_to_two_claims_in_any_order_of_pods(history: Manifest) -> None:
    @settings(max_examples=EXAMPLES, phases=[Phase.generate])
    @given(_varied(history))
    def holds(player: LivePlayer) -> None:
        most = [max(_given_away(player).values(), default=0) for _ in player.play()]

        assert player.tags & SHARED or max(most) <= 1

    holds()
