"""Which pods use a claim, and where pods with volumes stand, as pods come, are bound, finish and go."""

from __future__ import annotations

from scheduler_core.board.storage.volume_users import VolumeUsers
from scheduler_core.objects import Pod
from tests.builders import pod


def using(name: str, *claims: str, on: str = "", phase: str = "Running") -> Pod:
    volumes = [
        {"name": f"v{i}", "persistentVolumeClaim": {"claimName": item}} for i, item in enumerate(claims)
    ]
    manifest = pod(name, on=on, volumes=volumes)
    manifest["status"] = {"phase": phase}
    return Pod.parse(manifest)


def followed(*pods: Pod) -> VolumeUsers:
    users = VolumeUsers()
    for one in pods:
        users.follow(one.key, one)
    return users


def test_pods_are_known_by_their_claims_and_by_their_node() -> None:
    users = followed(using("a", "data", "data", on="n1"), using("b", "data", "log"), using("c", on="n1"))

    assert {"default/data": ("default/a", "default/b"), "default/log": ("default/b",)} == users.by_claim
    assert {"n1": ("default/a",)} == users.by_node
    assert ("n1", "", "") == tuple(users.node_of(f"default/{name}") for name in "abc")
    assert ["n1"] == list(users.nodes_of(["default/data", "default/log", "default/none"]))


def test_a_pod_that_is_bound_stands_on_its_node_and_one_that_finished_on_none() -> None:
    users = followed(using("a", "data"), using("a", "data", on="n1"))

    assert {"n1": ("default/a",)} == users.by_node
    users.follow("default/a", using("a", "data", on="n1", phase="Succeeded"))
    assert {} == users.by_node
    assert {"default/data": ("default/a",)} == users.by_claim


def test_a_pod_that_is_gone_leaves_nothing_behind() -> None:
    users = followed(using("a", "data", on="n1"))
    users.follow("default/a", None)

    assert ({}, {}, {}) == (users.uses, users.by_claim, users.by_node)


def test_a_copy_goes_its_own_way() -> None:
    users = followed(using("a", "data", on="n1"))
    users.copy().follow("default/a", None)

    assert {"default/data": ("default/a",)} == users.by_claim
