"""What a whole pod effectively requests."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import has_allocated_resources, pod_requests
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
from tests import builders


def milli_cpu(containers: list[Any], use_status: bool = False, **more: Any) -> int:
    pod = Pod.parse(builders.pod("p", containers=containers, **more))
    return pod_requests(pod, use_status=use_status)["cpu"].milli_value


def cpu(name: str, amount: str, **more: Any) -> dict[str, Any]:
    return {**builders.container(name, amount), **more}


def test_containers_are_added_up() -> None:
    assert 1_500 == milli_cpu([cpu("a", "1"), cpu("b", "500m")])


def test_of_init_containers_the_largest_counts_where_it_is_more() -> None:
    assert 3_000 == milli_cpu([cpu("a", "1")], initContainers=[cpu("i", "3"), cpu("j", "2")])
    assert 4_000 == milli_cpu([cpu("a", "4")], initContainers=[cpu("i", "3")])


def test_a_sidecar_counts_beside_the_containers_and_beside_later_init_containers() -> None:
    sidecar = cpu("s", "1", restartPolicy="Always")

    assert 2_000 == milli_cpu([cpu("a", "1")], initContainers=[sidecar])
    assert 4_000 == milli_cpu([cpu("a", "1")], initContainers=[sidecar, cpu("i", "3")])
    assert 3_000 == milli_cpu([cpu("a", "1")], initContainers=[cpu("i", "3"), sidecar])


def test_resources_of_the_pod_go_before_those_of_its_containers_and_overhead_comes_on_top() -> None:
    assert 5_250 == milli_cpu([cpu("a", "1")], resources={"requests": {"cpu": "5"}}, overhead={"cpu": "250m"})


def test_defaults_count_for_containers_that_say_nothing_and_an_explicit_0_stays() -> None:
    defaults = {"cpu": Quantity(100 * 1_000_000)}
    pod = Pod.parse(builders.pod("p", containers=[builders.container("a"), cpu("b", "0")]))

    assert 100 == pod_requests(pod, defaults)["cpu"].milli_value


def test_while_a_pod_is_resized_what_it_still_has_counts_unless_the_resize_cannot_be_done() -> None:
    given = {"name": "a", "resources": {"requests": {"cpu": "3"}}}
    status: dict[str, Any] = {"phase": "Running", "containerStatuses": [given]}
    infeasible = {"type": "PodResizePending", "status": "True", "reason": "Infeasible"}

    assert 3_000 == milli_cpu([cpu("a", "1")], use_status=True, status=status)
    assert 5_000 == milli_cpu([cpu("a", "5")], use_status=True, status=status)
    assert 3_000 == milli_cpu([cpu("a", "5")], use_status=True, status={**status, "conditions": [infeasible]})
    assert has_allocated_resources(Pod.parse(builders.pod("p", status=status)))


def test_amounts_are_exact() -> None:
    pod = Pod.parse(builders.pod("p", memory="1Ki"))

    assert parse_resource_list({"memory": "1024"})["memory"].nano == pod_requests(pod)["memory"].nano


def allocated(**amounts: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "resources": {"requests": {"cpu": amount}}, "allocatedResources": {"cpu": amount}}
        for name, amount in amounts.items()
    ]


def in_versions(pod: Pod, *versions: str) -> list[int]:
    return [
        pod_requests(pod, use_status=True, release=release(version))["cpu"].milli_value
        for version in versions
    ]


def test_since_1_37_the_totals_of_a_resize_are_compared_and_not_each_container() -> None:
    containers = [cpu("a", "2"), cpu("b", "1")]
    status = {"containerStatuses": allocated(a="1", b="2")}
    pod = Pod.parse(builders.pod("p", containers=containers, status=status))

    assert [4_000, 3_000] == in_versions(pod, "1.36", "1.37")


def test_a_container_without_a_status_takes_part_in_each_total_with_its_spec() -> None:
    containers = [cpu("a", "1"), cpu("b", "1")]
    pod = Pod.parse(builders.pod("p", containers=containers, status={"containerStatuses": allocated(a="3")}))

    assert [4_000, 4_000] == in_versions(pod, "1.36", "1.37")


def test_since_1_37_an_infeasible_resize_does_not_count_in_the_totals() -> None:
    pending = {"type": "PodResizePending", "status": "True", "reason": "Infeasible"}
    status = {"containerStatuses": allocated(a="1"), "conditions": [pending]}
    pod = Pod.parse(builders.pod("p", containers=[cpu("a", "9")], status=status))

    assert [1_000, 1_000] == in_versions(pod, "1.36", "1.37")


def test_since_1_36_what_was_allocated_at_pod_level_counts() -> None:
    status = {"resources": {"requests": {"cpu": "4"}}, "allocatedResources": {"cpu": "3"}}
    level = {"requests": {"cpu": "2"}}
    pod = Pod.parse(builders.pod("p", containers=[cpu("a", "1")], resources=level, status=status))

    assert [2_000, 4_000, 4_000] == in_versions(pod, "1.35", "1.36", "1.37")
