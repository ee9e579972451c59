"""A pod's changes reach the workload that owns it, or those whose selector matches an orphan."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.selecting_controller import SelectingController
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload
from tests import builders


class Sets(SelectingController):
    kind = "ReplicaSet"


def replica_set(name: str) -> Workload:
    selector = {"matchLabels": {"app": name}}
    return Workload.parse({"kind": "ReplicaSet", "metadata": {"name": name}, "spec": {"selector": selector}})


def labelled(app: str, **metadata: Any) -> Pod:
    return Pod.parse(builders.pod("p", labels={"app": app}, metadata=metadata))


def controller() -> Sets:
    made = Sets()
    for name in ("a", "b"):
        one = replica_set(name)
        made.observe(WatchEvent(EventType.ADDED, "ReplicaSet", one.key, None, one), 0)
        made.queue.pop(100)
    return made


def keys_after(made: Sets, type_: EventType, one: Pod) -> list[str]:
    old, new = (one, None) if type_ is EventType.DELETED else (None, one)
    made.observe(WatchEvent(type_, "Pod", one.key, old, new), 0)
    keys = [made.queue.pop(100) for _ in range(3)]
    return [key for key in keys if key is not None]


def test_an_orphan_concerns_the_workload_whose_selector_matches() -> None:
    assert ["default/a"] == keys_after(controller(), EventType.ADDED, labelled("a"))


def test_an_owned_pod_concerns_its_owner_alone() -> None:
    owner = {"kind": "ReplicaSet", "name": "b", "uid": "1", "controller": True}

    assert ["default/b"] == keys_after(controller(), EventType.ADDED, labelled("a", ownerReferences=[owner]))


def test_a_deleted_orphan_is_told_to_no_set() -> None:
    assert [] == keys_after(controller(), EventType.DELETED, labelled("a"))
