"""Workload and PodGroup have another API version in each release, and only with the gate."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.group_versions import group_versions, serves_group, written_version
from scheduler_core.objects.releases.releases import release

ON = {"GenericWorkload": True}


@pytest.mark.parametrize(
    ("version", "gates", "expected"),
    [
        ("1.34", {}, ()),
        ("1.35", ON, ("v1alpha1",)),
        ("1.36", ON, ("v1alpha2",)),
        ("1.36", {}, ()),
        ("1.37", ON, ("v1beta1", "v1alpha3")),
    ],
)
def test_a_release_serves_the_versions_that_it_has(
    version: str, gates: dict[str, bool], expected: tuple[str, ...]
) -> None:
    assert expected == group_versions(release(version, gates))


def test_objects_are_stored_in_the_preferred_version() -> None:
    assert "scheduling.k8s.io/v1beta1" == written_version("PodGroup", release("1.37", ON), "x")
    assert "v1" == written_version("Pod", release("1.37", ON), "v1")
    assert "x" == written_version("PodGroup", release("1.35", ON), "x")


def test_a_document_of_another_release_is_not_served() -> None:
    in_1_36 = release("1.36", ON)

    assert serves_group("scheduling.k8s.io/v1alpha2", "PodGroup", in_1_36)
    assert not serves_group("scheduling.k8s.io/v1alpha1", "Workload", in_1_36)
    assert not serves_group("scheduling.k8s.io/v1beta1", "PodGroup", in_1_36)
    assert not serves_group("apps/v1", "PodGroup", in_1_36)
