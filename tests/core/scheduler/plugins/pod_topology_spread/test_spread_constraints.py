"""The constraints of a pod: its own, or the defaults of the profile."""

import pytest

from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.workloads import Service, Workload
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import PodTopologySpread
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import default_selector
from tests.core.scheduler.builders import cluster, pod
from tests.core.scheduler.plugins.plugin_answers import (
    HOST,
    decided,
)
from tests.core.scheduler.plugins.spread_builders import WEB, hard_default, spread, two_zones, waiting, webs


def test_before_1_20_there_are_no_built_in_default_constraints() -> None:
    plugins = [PodTopologySpread(release=release(version)) for version in ("1.19", "1.20")]

    assert [0, 2] == [len(plugin._args.defaults) for plugin in plugins]


def test_defaults_of_the_profile_are_for_pods_that_belong_to_something() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot = cluster(*two_zones(), *webs(a=1))
    waits = pod("p", labels=WEB)

    assert 4 == len(decided(snapshot, waits, hard_default()).feasible)
    snapshot.services[service.key] = service
    assert {"x", "y"} == set(decided(snapshot, waits, hard_default()).feasible)


def test_a_constraint_of_the_pod_s_own_replaces_all_defaults() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot = cluster(*two_zones(), *webs(a=1))
    snapshot.services[service.key] = service

    assert 4 == len(decided(snapshot, waiting(spread(HOST, 5)), hard_default()).feasible)


ROLE = {"matchLabels": {"role": "x"}}


def of_controller(api_version: str, kind: str) -> PodInfo:
    owner = {"apiVersion": api_version, "kind": kind, "name": "w", "uid": "u", "controller": True}
    return pod("p", labels={**WEB, "role": "x"}, metadata={"ownerReferences": [owner]})


@pytest.mark.parametrize(
    ("api_version", "kind", "message"),
    [
        pytest.param("apps/v1", "ReplicaSet", "app=web,role=x", id="replica set"),
        pytest.param("apps/v1", "StatefulSet", "app=web,role=x", id="stateful set"),
        pytest.param("batch/v1", "Job", "app=web", id="a kind that is not looked at"),
        pytest.param("example.com/v1", "ReplicaSet", "app=web", id="a replica set of another group"),
    ],
)
def test_defaults_select_by_services_and_by_the_owner(api_version: str, kind: str, message: str) -> None:
    snapshot = cluster()
    services = [("s", "default", WEB), ("other", "default", {"app": "db"}), ("t", "ns1", {"role": "x"})]
    for name, namespace, selector in services:
        metadata = {"name": name, "namespace": namespace}
        service = Service.parse({"metadata": metadata, "spec": {"selector": selector}})
        snapshot.services[service.key] = service
    metadata = {"name": "w", "namespace": "default"}
    owner = Workload.parse({"kind": kind, "metadata": metadata, "spec": {"selector": ROLE}})
    snapshot.workloads[(kind, "default/w")] = owner

    result = default_selector(snapshot, of_controller(api_version, kind))

    assert ",".join(f"{entry.key}={entry.values[0]}" for entry in result.requirements) == message


def test_a_pod_of_nothing_has_no_defaults() -> None:
    assert default_selector(cluster(), pod("p", labels=WEB)).empty
