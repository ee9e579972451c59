"""The writes that bring the slices of a Service in line with its pods."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.endpointslice import reconciler
from scheduler_core.controllers.endpointslice.reconciler import slices_of, writes
from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.objects.pod import Pod
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply
from tests.core.controllers.endpointslice.builders import playing, running, slices
from tests.core.kubectl_writes import apply as kubectl_apply


def sizes(play: Cluster) -> list[int]:
    return [len(one.endpoints) for one in slices(play)]


def test_a_slice_carries_the_labels_of_its_service_and_belongs_to_it() -> None:
    (result,) = slices(playing(running("a"), clusterIP="None"))

    assert {
        "team": "shop",
        "kubernetes.io/service-name": "web",
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        "service.kubernetes.io/headless": "",
    } == dict(result.meta.labels)
    owner = result.meta.controller
    assert ("Service", "web", True) == (owner and (owner.kind, owner.name, owner.block_owner_deletion))


def test_a_service_without_endpoints_has_one_empty_slice() -> None:
    play = playing()
    assert [0] == sizes(play)

    play.do(lambda api, now: kubectl_apply(api, running("a"), now))
    play.play(10)
    assert [1] == sizes(play)
    assert 1 == len({one.key for one in slices(play)})


def test_a_full_slice_is_followed_by_another_and_holes_are_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciler, "MAX_ENDPOINTS_PER_SLICE", 2)
    play = playing(*(running(name) for name in "abcde"))
    assert [2, 2, 1] == sizes(play)

    for name in ("a", "c"):
        play.delete(name, force=True, grace_period_seconds=0)
    play.play(10)
    assert ({"default/b", "default/d", "default/e"}, 3) == (
        {endpoint.pod for one in slices(play) for endpoint in one.endpoints},
        sum(sizes(play)),
    )


def test_pods_with_other_ports_have_a_slice_of_their_own() -> None:
    def with_port(name: str, number: int) -> dict[str, Json]:
        made = dict(running(name))
        container: Json = {"name": "c", "image": "i", "ports": [{"name": "web", "containerPort": number}]}
        return {**made, "spec": {**made["spec"], "containers": [container]}}  # type: ignore[dict-item]

    play = playing(
        with_port("a", 8080),
        with_port("b", 9090),
        with_port("c", 8080),
        ports=[{"port": 80, "targetPort": "web"}],
    )

    assert {("8080", 2), ("9090", 1)} == {(str(one.ports[0][1]), len(one.endpoints)) for one in slices(play)}


def test_a_pod_whose_node_is_gone_is_left_out_unless_all_are_published() -> None:
    for publishes, expected in ((False, 0), (True, 1)):
        play = playing(running("a"), publishNotReadyAddresses=publishes)
        play.api.delete("Node", "n1", DeleteOptions(), play.now_ms)
        service = play.api.services["default/web"]
        pods = [Pod.parse(pod.manifest) for pod in play.api.pods.values()]

        (key, result) = (
            writes(play.api, service, pods).update or [("", slices_of(play.api, service)[0].manifest)]
        )[0]
        assert expected == len(items(find(result, "endpoints"))), key


def test_a_new_label_of_the_service_is_copied_to_its_slice() -> None:
    play = playing(running("a"))
    changed: dict[str, Json] = dict(play.api.services["default/web"].manifest)
    apply(play, {**changed, "metadata": {"name": "web", "labels": {"team": "bank"}}})
    play.play(10)

    assert ["bank"] == [one.meta.labels["team"] for one in slices(play)]


def test_a_slice_of_an_earlier_service_of_the_same_name_is_replaced() -> None:
    play = playing(running("a"))
    (old,) = slices(play)
    metadata: dict[str, Json] = dict(old.manifest["metadata"])  # type: ignore[call-overload]
    (reference,) = items(metadata["ownerReferences"])
    metadata["ownerReferences"] = [{**reference, "uid": "of-an-earlier-one"}]  # type: ignore[dict-item]
    play.do(lambda api, now: api.replace("EndpointSlice", old.key, {**old.manifest, "metadata": metadata}))
    todo = writes(play.api, play.api.services["default/web"], list(play.api.pods.values()))

    assert ([old.key], [], 1) == (todo.delete, todo.update, len(todo.create))


def test_new_endpoints_fill_the_fullest_slice_that_has_room_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciler, "MAX_ENDPOINTS_PER_SLICE", 3)
    play = playing(*(running(name) for name in "abcdef"))
    for name in ("a", "b", "d"):
        play.delete(name, force=True, grace_period_seconds=0)
    play.play(10)
    left = sizes(play)
    play.do(lambda api, now: kubectl_apply(api, running("g"), now))
    play.play(20)

    assert ([1, 2], [1, 3]) == (left, sizes(play))


def test_a_deleted_service_that_still_exists_keeps_its_slice_true_and_gets_no_other() -> None:
    play = playing(running("a"))
    web: dict[str, Json] = dict(play.api.services["default/web"].manifest)
    metadata: dict[str, Json] = {**web["metadata"], "finalizers": ["example.com/wait"]}  # type: ignore[dict-item]
    play.do(lambda api, now: api.replace("Service", "default/web", {**web, "metadata": metadata}))
    play.do(lambda api, now: api.delete("Service", "default/web", DeleteOptions(), now))
    play.delete("a", force=True, grace_period_seconds=0)
    play.play(20)
    (emptied,) = slices(play)
    play.do(lambda api, now: api.delete("EndpointSlice", emptied.key, DeleteOptions(), now))
    play.play(30)

    assert play.api.services["default/web"].meta.deletion_at is not None
    assert ((), []) == (emptied.endpoints, slices(play))
