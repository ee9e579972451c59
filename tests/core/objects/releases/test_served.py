"""API versions by release: what is gone, what is off by default, and kubectl's words."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.served import is_served, no_match, row_of


@pytest.mark.parametrize(
    ("api_version", "kind", "release", "served"),
    [
        ("v1", "Pod", "1.36", True),
        ("resource.k8s.io/v1", "ResourceClaim", "1.34", True),
        ("resource.k8s.io/v1", "ResourceClaim", "1.33", False),
        ("resource.k8s.io/v1", "DeviceTaintRule", "1.36", False),
        ("resource.k8s.io/v1", "DeviceTaintRule", "1.37", True),
        ("resource.k8s.io/v1beta1", "ResourceClaim", "1.36", False),
        ("policy/v1beta1", "PodDisruptionBudget", "1.24", True),
        ("policy/v1beta1", "PodDisruptionBudget", "1.25", False),
        ("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "1.31", True),
        ("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "1.32", False),
        ("scheduling.k8s.io/v1", "PriorityClass", "1.37", True),
    ],
)
def test_a_release_serves_an_api_version_or_not(
    api_version: str, kind: str, release: str, *, served: bool
) -> None:
    assert served == is_served(api_version, kind, release)


def test_the_words_are_those_of_kubectl() -> None:
    assert 'no matches for kind "Workload" in version "scheduling.k8s.io/v1alpha1"' == no_match(
        "scheduling.k8s.io/v1alpha1", "Workload"
    )


def test_a_version_that_took_its_place_is_named() -> None:
    row = row_of("scheduling.k8s.io/v1alpha1", "Workload")

    assert row is not None
    assert "scheduling.k8s.io/v1alpha2" == row.instead
