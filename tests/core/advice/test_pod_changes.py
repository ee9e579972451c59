"""Changes of a pod's spec: what each of them edits, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.advice.changes import PodChange
from scheduler_core.advice.editable import editable
from scheduler_core.advice.pod_changes import (
    REQUIRED,
    DropHostPort,
    DropNames,
    DropNodeSelector,
    DropPodTerm,
    DropRequirement,
    LowerRequest,
    RaiseMaxSkew,
    RaisePriority,
    RemoveGates,
    SpreadAnyway,
    Tolerate,
)

SSD = {"key": "disk", "operator": "In", "values": ["ssd"]}
GPU = {"key": "gpu", "operator": "Exists"}
ON_N1 = [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]


def edited(change: PodChange, **spec: Any) -> Any:
    """The spec after the change."""
    pod = editable({"metadata": {"name": "p"}, "spec": spec})
    change.edit(pod)
    return pod["spec"]


def asking(*amounts: str, resource: str = "cpu") -> list[dict[str, Any]]:
    return [
        {"name": f"c{place}", "resources": {"requests": {resource: item}}}
        for place, item in enumerate(amounts)
    ]


def terms(*item: dict[str, Any]) -> dict[str, Any]:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(item)}}}


def spread(key: str, when: str = "DoNotSchedule", **more: Any) -> dict[str, Any]:
    return {"topologyKey": key, "maxSkew": 1, "whenUnsatisfiable": when, **more}


def test_all_gates_are_removed_at_once() -> None:
    assert {} == edited(RemoveGates(("a", "b")), schedulingGates=[{"name": "a"}, {"name": "b"}])


@pytest.mark.parametrize(
    ("value", "toleration"),
    [
        ("true", {"key": "k", "operator": "Equal", "effect": "NoSchedule", "value": "true"}),
        ("", {"key": "k", "operator": "Exists", "effect": "NoSchedule"}),
    ],
)
def test_a_toleration_stands_beside_those_that_are_there(value: str, toleration: dict[str, str]) -> None:
    there = {"key": "other", "operator": "Exists"}

    spec = edited(Tolerate("k", value, "NoSchedule"), tolerations=[there])

    assert [there, toleration] == spec["tolerations"]


def test_the_last_label_of_a_node_selector_takes_the_selector_with_it() -> None:
    change = DropNodeSelector("disk", "ssd")

    assert {"nodeSelector": {"zone": "a"}} == edited(change, nodeSelector={"disk": "ssd", "zone": "a"})
    assert {} == edited(change, nodeSelector={"disk": "ssd"})


def test_one_requirement_of_one_term_is_dropped() -> None:
    spec = edited(
        DropRequirement(1, 0, "gpu"),
        affinity=terms({"matchExpressions": [SSD]}, {"matchExpressions": [GPU, SSD]}),
    )

    assert terms({"matchExpressions": [SSD]}, {"matchExpressions": [SSD]}) == spec["affinity"]


def test_the_last_requirement_takes_the_affinity_with_it_unless_the_term_names_nodes() -> None:
    change = DropRequirement(0, 0, "disk")

    assert {"nodeAffinity": {}} == edited(change, affinity=terms({"matchExpressions": [SSD]}))["affinity"]
    kept = terms({"matchExpressions": [], "matchFields": ON_N1})
    assert (
        kept == edited(change, affinity=terms({"matchExpressions": [SSD], "matchFields": ON_N1}))["affinity"]
    )


def test_the_names_of_nodes_go_and_other_requirements_stay() -> None:
    both = terms({"matchExpressions": [SSD], "matchFields": ON_N1})

    assert terms({"matchExpressions": [SSD]}) == edited(DropNames("n1"), affinity=both)["affinity"]
    assert {"nodeAffinity": {}} == edited(DropNames("n1"), affinity=terms({"matchFields": ON_N1}))["affinity"]


def test_one_term_of_an_anti_affinity_is_dropped() -> None:
    first, second = {"topologyKey": "zone"}, {"topologyKey": "host"}
    change = DropPodTerm("podAntiAffinity", 0, "zone")

    spec = edited(change, affinity={"podAntiAffinity": {REQUIRED: [first, second]}})
    assert {"podAntiAffinity": {REQUIRED: [second]}} == spec["affinity"]

    alone = edited(change, affinity={"podAntiAffinity": {REQUIRED: [first]}})

    assert {"podAntiAffinity": {}} == alone["affinity"]


def test_only_hard_constraints_with_the_key_get_a_larger_skew() -> None:
    given = [spread("zone"), spread("zone", "ScheduleAnyway"), spread("host")]

    made = edited(RaiseMaxSkew("zone", 4), topologySpreadConstraints=given)["topologySpreadConstraints"]

    assert [4, 1, 1] == [item["maxSkew"] for item in made]


def test_a_soft_constraint_has_no_minimum_of_domains() -> None:
    given = [spread("zone", minDomains=3), spread("host", minDomains=3)]

    made = edited(SpreadAnyway("zone"), topologySpreadConstraints=given)["topologySpreadConstraints"]

    assert [spread("zone", "ScheduleAnyway"), spread("host", minDomains=3)] == made


def test_the_container_with_the_largest_request_gives() -> None:
    spec = edited(LowerRequest("cpu", 500, 2_000), containers=asking("500m", "2"))

    assert asking("500m", "1500m") == spec["containers"]


def test_an_init_container_that_decides_for_the_pod_requests_less() -> None:
    spec = edited(LowerRequest("cpu", 1_000, 3_000), containers=asking("1", "1"), initContainers=asking("4"))

    assert (asking("1", "1"), asking("3")) == (spec["containers"], spec["initContainers"])


def test_a_request_that_would_be_0_is_dropped() -> None:
    (container,) = edited(LowerRequest("cpu", 2_000, 0), containers=asking("2"))["containers"]

    assert {} == container["resources"]["requests"]


def test_no_container_gives_more_than_it_asks_for() -> None:
    assert (
        asking("1", "1") == edited(LowerRequest("cpu", 1_500, 500), containers=asking("1", "1"))["containers"]
    )


def test_the_request_of_the_pod_as_a_whole_is_lowered_where_it_has_one() -> None:
    spec = edited(
        LowerRequest("cpu", 1_000, 1_000), containers=asking("1"), resources={"requests": {"cpu": "2"}}
    )

    assert (asking("1"), "1") == (spec["containers"], spec["resources"]["requests"]["cpu"])


def test_the_limit_of_an_extended_resource_follows_its_request() -> None:
    given = {"requests": {"example.com/gpu": "4"}, "limits": {"example.com/gpu": "4"}}

    (made,) = edited(LowerRequest("example.com/gpu", 1, 3), containers=[{"name": "c", "resources": given}])[
        "containers"
    ]

    assert {"requests": {"example.com/gpu": "3"}, "limits": {"example.com/gpu": "3"}} == made["resources"]


def test_a_host_port_is_dropped_by_number_and_protocol() -> None:
    ports = [{"hostPort": 53}, {"hostPort": 53, "protocol": "UDP"}, {"hostPort": 80}]

    (made,) = edited(DropHostPort(53, "TCP"), containers=[{"name": "c", "ports": ports}])["containers"]

    assert [{}, {"hostPort": 53, "protocol": "UDP"}, {"hostPort": 80}] == made["ports"]


def test_a_pod_of_higher_priority_may_preempt() -> None:
    spec = edited(RaisePriority(100, "high", False), priority=0, preemptionPolicy="Never")

    assert {
        "priority": 100,
        "priorityClassName": "high",
        "preemptionPolicy": "PreemptLowerPriority",
    } == spec
