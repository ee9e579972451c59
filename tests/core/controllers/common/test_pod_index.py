"""Pods found by their controller."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import ApiServer
from scheduler_core.controllers.common.pod_index import PodIndex
from tests import builders
from tests.core.cluster import load, new_server, stored

OWNER = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}


def filled(index: PodIndex, api: ApiServer) -> PodIndex:
    for event in api.drain_watch_events():
        index.observe(event)
    return index


def loaded(api: ApiServer, name: str, *owners: Any) -> None:
    stored(load(api, "Pod", builders.pod(name, metadata={"ownerReferences": list(owners)})))


def owned(index: PodIndex, api: ApiServer) -> list[str]:
    return [pod.name for pod in index.owned(api, "default", "ReplicaSet", "web")]


def orphans(index: PodIndex, api: ApiServer) -> list[str]:
    return [pod.name for pod in index.orphans(api, "default")]


def test_pods_stand_by_their_controller_and_those_without_one_apart() -> None:
    api = new_server()
    loaded(api, "a", OWNER)
    loaded(api, "b", OWNER)
    loaded(api, "c")
    index = filled(PodIndex(), api)

    assert (["a", "b"], ["c"]) == (owned(index, api), orphans(index, api))


def test_a_pod_that_is_released_is_an_orphan_from_then_on() -> None:
    api = new_server()
    loaded(api, "a", OWNER)
    index = filled(PodIndex(), api)
    api.set_owner_references("Pod", "default/a", [])
    filled(index, api)

    assert ([], ["a"]) == (owned(index, api), orphans(index, api))


def test_a_copy_hears_of_its_own_events() -> None:
    api = new_server()
    loaded(api, "a", OWNER)
    index = filled(PodIndex(), api)
    copy = index.copy()
    loaded(api, "b", OWNER)
    filled(copy, api)

    assert (["a"], ["a", "b"]) == (owned(index, api), owned(copy, api))
