"""Storage objects: defaults, and which of two fields counts."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.storage import (
    BETA_CLASS_ANNOTATION,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
)
from tests.core.scheduler.plugins.storage import claim


def test_the_beta_annotation_of_the_class_goes_before_the_field_even_when_it_is_empty() -> None:
    named = claim("c", cls="fast", metadata={"annotations": {BETA_CLASS_ANNOTATION: "slow"}})
    none = claim("c", cls="fast", metadata={"annotations": {BETA_CLASS_ANNOTATION: ""}})

    assert ("slow", "") == (named.class_name, none.class_name)


def test_a_claim_is_bound_once_it_names_a_volume_and_the_binding_is_complete() -> None:
    manifest: dict[str, Any] = {"metadata": {"name": "c"}, "spec": {"volumeName": "pv"}}
    done = {"name": "c", "annotations": {"pv.kubernetes.io/bind-completed": "yes"}}

    assert not PersistentVolumeClaim.parse(manifest).bound
    assert PersistentVolumeClaim.parse({**manifest, "metadata": done}).bound
    assert not PersistentVolumeClaim.parse({"metadata": done}).bound


def test_the_reclaim_policy_of_a_volume_is_retain_and_that_of_a_class_delete() -> None:
    assert "Retain" == PersistentVolume.parse({"metadata": {"name": "pv"}}).reclaim_policy
    assert "Delete" == StorageClass.parse({"metadata": {"name": "c"}}).reclaim_policy


def test_a_driver_that_states_no_limit_has_none() -> None:
    drivers = [{"name": "a", "allocatable": {"count": 0}}, {"name": "b"}, {"name": "c", "allocatable": {}}]
    node = CSINode.parse({"metadata": {"name": "n1"}, "spec": {"drivers": drivers}})

    assert {"a": 0} == node.limits


@pytest.mark.parametrize(
    ("amounts", "size"),
    [
        ({"capacity": "1Ti"}, "1Ti"),
        ({"capacity": "1Ti", "maximumVolumeSize": "1Gi"}, "1Gi"),
        ({"maximumVolumeSize": "1Gi"}, "1Gi"),
        ({}, None),
    ],
)
def test_the_largest_volume_goes_before_the_capacity(amounts: dict[str, str], size: str | None) -> None:
    result = CSIStorageCapacity.parse({"metadata": {"name": "x"}, **amounts}).size

    assert size == (None if result is None else str(result))


def test_a_topology_of_a_class_is_a_term_of_allowed_values() -> None:
    topology = {"matchLabelExpressions": [{"key": "zone", "values": ["a", "b"]}]}
    [term] = StorageClass.parse(
        {"metadata": {"name": "c"}, "allowedTopologies": [topology]}
    ).allowed_topologies

    assert [("zone", "In", ("a", "b"))] == [
        (expression.key, expression.operator, expression.values) for expression in term.match_expressions
    ]
