"""DeviceTaintRules evict pods as taints of a slice do, and their status says how far that is."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.objects.manifest import find, items
from scheduler_core.run import Run
from tests.builders import DRIVER, api_object, claim_spec, claiming, node, pod, resource_claim, resource_slice
from tests.core.controllers.devicetainteviction.users import CANCELLING, KEY, MARKING, tolerates, using
from tests.core.controllers.silence import Plane
from tests.core.play import apply, header, played

ONCE = "This information will not be updated again. Recreate the DeviceTaintRule to trigger an update."


def ruled(*tolerations: dict[str, Any], with_rules: bool = True) -> Plane:
    """A pod on n1 whose claim has the device d0 of two, after a second."""
    cluster = using(*tolerations, devices=("d0", "d1"), with_rules=with_rules)
    cluster.play(1)
    return cluster


def rule(effect: str = "NoExecute", **selector: str) -> dict[str, Any]:
    spec = {"deviceSelector": selector, "taint": {"key": "sick", "effect": effect}}
    return api_object("DeviceTaintRule", "r", spec=spec)


def write(cluster: Plane, manifest: dict[str, Any], seconds: float = 1) -> None:
    """The rule is created, or written again."""
    stored = cluster.api.get("DeviceTaintRule", "r")
    cluster.do(
        lambda api, now: (api.create if stored is None else api.patch)("DeviceTaintRule", manifest, now)
    )
    cluster.play(cluster.now_ms / 1000 + seconds)


def condition(cluster: Plane) -> tuple[Any, ...]:
    """Status, reason and message of the only condition of the rule."""
    stored = cluster.api.get("DeviceTaintRule", "r")
    assert stored is not None
    (only,) = items(find(stored.manifest, "status", "conditions"))
    assert "EvictionInProgress" == find(only, "type")
    return tuple(find(only, name) for name in ("status", "reason", "message"))


def test_a_rule_gets_its_status_before_the_pod_goes_and_after_ten_seconds_says_that_it_went() -> None:
    cluster = ruled()

    write(cluster, rule(device="d0"))
    assert [MARKING] == cluster.events("Pod", KEY)
    assert ("True", "PodsPendingEviction", "1 pod needs to be evicted in 1 namespace.") == condition(cluster)
    cluster.play(14)

    assert ("False", "Completed", "1 pod evicted since starting the controller.") == condition(cluster)


def test_a_rule_that_selects_another_device_evicts_nobody() -> None:
    cluster = ruled()

    write(cluster, rule(device="d1"))

    assert [] == cluster.events("Pod", KEY)
    assert ("False", "NotStarted", "") == condition(cluster)


def test_the_effect_none_counts_what_would_go_and_evicts_nobody() -> None:
    cluster = ruled()

    write(cluster, rule("None"))

    assert [] == cluster.events("Pod", KEY)
    counts = (
        "2 published devices selected. 1 allocated device selected. 1 pod would be evicted in 1 namespace"
    )
    assert ("False", "NoEffect", f"{counts} if the effect was NoExecute. {ONCE}") == condition(cluster)


def test_other_effects_say_so_and_a_changed_effect_counts_from_now() -> None:
    cluster = ruled(tolerates(20))

    write(cluster, rule("NoSchedule"), 5)
    assert ("False", "OtherEffect", "Eviction only happens for the NoExecute effect.") == condition(cluster)
    write(cluster, rule("NoExecute"))
    cluster.play(25)
    assert [] == cluster.events("Pod", KEY)
    cluster.play(27)

    assert [MARKING] == cluster.events("Pod", KEY)


def test_a_rule_that_goes_cancels_the_deletion() -> None:
    cluster = ruled(tolerates(20))

    write(cluster, rule())
    cluster.do(lambda api, now: api.delete("DeviceTaintRule", "r", DeleteOptions(), now))
    cluster.play(30)

    assert [CANCELLING] == cluster.events("Pod", KEY)


def test_without_the_feature_gate_a_rule_does_nothing() -> None:
    cluster = ruled(with_rules=False)

    write(cluster, rule())
    stored = cluster.api.get("DeviceTaintRule", "r")

    assert [] == cluster.events("Pod", KEY)
    assert stored is not None
    assert "status" not in stored.manifest


@pytest.mark.parametrize(("gates", "expected"), [({"DRADeviceTaintRules": True}, ""), ({}, "n1")])
def test_the_scheduler_allocates_no_device_that_a_rule_taints_and_the_board_names_the_rule(
    gates: dict[str, bool], expected: str
) -> None:
    first = [node("n1"), resource_slice("n1", "d0"), rule("NoSchedule", driver=DRIVER)]
    device_class = api_object("DeviceClass", "gpu", spec={})
    claim = resource_claim("c", claim_spec("gpu"))
    documents = [
        header(version="1.36", featureGates=gates),
        *first,
        device_class,
        claim,
        pod("p", **claiming(g="c")),
    ]
    run: Run = played(documents).recording
    taints = [
        find(device, "taints")
        for device in items(find(items(run.snapshot(run.head_seq)["nodes"])[0], "devices"))
    ]

    assert expected == run.world(run.head_seq).api.pods["default/p"].node_name
    assert [None if expected else ["sick:NoSchedule (DeviceTaintRule r)"]] == taints


def test_a_pod_that_waits_for_a_tainted_device_gets_it_when_the_rule_goes() -> None:
    gates = {"DRADeviceTaintRules": True}
    first = [node("n1"), resource_slice("n1", "d0"), rule("NoSchedule")]
    device_class = api_object("DeviceClass", "gpu", spec={})
    claim = resource_claim("c", claim_spec("gpu"))
    gone = {"at": 30, "kind": "delete", "object": {"kind": "DeviceTaintRule", "name": "r"}}
    later = apply(20, pod("p", **claiming(g="c")))
    run = played(
        [header(later, gone, version="1.36", featureGates=gates), *first, device_class, claim]
    ).recording

    assert "n1" == run.world(run.head_seq).api.pods["default/p"].node_name
