"""Advice about volumes as the core gives it: which changes are proposed, and which are not."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.advice.advice import advise
from scheduler_core.advice.volume_changes import MakeVolume
from scheduler_core.objects.manifest import find
from scheduler_core.objects.storage import CSIDriver
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.storage import (
    Stored,
    claim,
    limits,
    own_claim,
    scratching,
    storage_class,
    using,
    volume,
    with_storage,
)

NODE = node("n1")


def ids(waiting: PodInfo, *things: Any) -> list[str]:
    """Without a node more or a higher priority, of which other tests speak."""
    result = advise(with_storage(*things), waiting, build_profile(), Nominator())
    return [entry.id for entry in result if not entry.id.startswith(("addnode", "raisepriority"))]


def disk(name: str) -> list[Stored]:
    csi = {"driver": "csi.example", "volumeHandle": name}
    return [claim(name, f"pv-{name}"), volume(f"pv-{name}", phase="Bound", csi=csi)]


FULL = [NODE, limits("n1", csi_example=2), *disk("mine"), *disk("a"), *disk("b")]


def test_at_its_limit_a_node_wants_a_pod_fewer_that_is_not_more_important() -> None:
    there = using("one", "a", on="n1"), using("two", "b", on="n1", priority=5)

    assert [
        "deletepod-default.one-n1",
    ] == ids(using("p", "mine"), *FULL, *there)


def test_the_end_of_a_pod_whose_volumes_others_use_frees_nothing() -> None:
    there = using("one", "a", on="n1"), using("two", "a", "b", on="n1")

    assert ["deletepod-default.two-n1"] == ids(using("p", "mine"), *FULL, *there)


@pytest.mark.parametrize(
    ("things", "result"),
    [
        pytest.param([storage_class()], ["makeclaim-data-1Gi-fast"], id="a class"),
        pytest.param(
            [storage_class(waits=False)], ["makeclaim-data-1Gi-fast"], id="a class that binds at once"
        ),
        pytest.param(
            [storage_class(provisioner="kubernetes.io/no-provisioner"), volume("pv", size="3Gi")],
            ["makeclaim-data-3Gi-fast"],
            id="a free volume",
        ),
        pytest.param(
            [volume("pv", phase="Released")], ["makevolume-data-1Gi-+makeclaim-data-1Gi-"], id="nothing"
        ),
    ],
)
def test_after_what_a_missing_claim_is_made(things: list[Stored], result: list[str]) -> None:
    assert ids(using("p", "data"), NODE, *things) == result


def test_a_claim_that_the_pod_of_another_set_owns_is_not_repaired() -> None:
    assert [] == ids(scratching("p", "x"), NODE, own_claim("p", "x", of="other"), storage_class())


def test_a_claim_that_was_promised_to_another_node_waits_for_that_one() -> None:
    promised = claim("data", metadata={"annotations": {"volume.kubernetes.io/selected-node": "n2"}})

    assert [] == ids(using("p", "data"), NODE, promised, storage_class())


def test_the_driver_that_is_known_becomes_the_provisioner_of_a_missing_class() -> None:
    driver = CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {}})

    assert [
        "makeclass-fast-csi.example",
        "makevolume-data-1Gi-",
    ] == ids(using("p", "data"), NODE, claim("data"), driver)


def test_two_open_claims_get_a_volume_each() -> None:
    local = storage_class(provisioner="kubernetes.io/no-provisioner")

    assert ["makevolume-one-1Gi-n1+makevolume-two-1Gi-n1"] == ids(
        using("p", "one", "two"), NODE, claim("one"), claim("two"), local
    )


def test_a_missing_volume_carries_the_labels_by_which_the_claim_selects() -> None:
    choosy = claim("data", cls="", selector={"matchLabels": {"tier": "gold"}})
    (result,) = (
        entry
        for entry in advise(with_storage(NODE, choosy), using("p", "data"), build_profile(), Nominator())
        if "addnode" not in entry.id
    )

    (change,) = result.changes
    assert isinstance(change, MakeVolume)
    assert {"tier": "gold"} == find(change.manifest, "metadata", "labels")


def test_a_full_node_and_a_missing_claim_are_put_right_together() -> None:
    small = node("n1", "1")
    waiting = using("p", "data", containers=[{"name": "c", "resources": {"requests": {"cpu": "800m"}}}])

    assert "makeclaim-data-1Gi-fast+deletepod-default.old-n1" in {
        "+".join(sorted(item.split("+"), reverse=True))
        for item in ids(waiting, small, storage_class(), pod("old", "600m", on="n1"))
    }
