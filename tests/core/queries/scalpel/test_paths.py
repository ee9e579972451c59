"""Paths of fields, held against the table of fields."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.paths import Place, fields_of, place_of, value_at, with_value_at
from tests.builders import node, pod

CPU = "spec.containers[0].resources.requests.cpu"


@pytest.mark.parametrize(
    ("kind", "path", "type_"),
    [
        ("Pod", CPU, "quantity"),
        ("Pod", "spec.hostNetwork", "flag"),
        ("Pod", "spec.priority", "number"),
        ("Pod", "metadata.labels['app.kubernetes.io/name']", "text"),
        ("Deployment", "spec.replicas", "number"),
        ("Deployment", "spec.strategy.rollingUpdate.maxSurge", "number or text"),
        ("Node", "status.allocatable.memory", "quantity"),
        ("PriorityClass", "value", "number"),
    ],
)
def test_the_table_says_what_a_field_holds(kind: str, path: str, type_: str) -> None:
    place = place_of(kind, path)
    assert isinstance(place, Place)

    assert type_ == place.type


@pytest.mark.parametrize(
    ("kind", "path", "code"),
    [
        ("Pod", "metadata.name", "renames"),
        ("Pod", "metadata.namespace", "renames"),
        ("Pod", "kind", "renames"),
        ("Pod", "metadata.creationTimestamp", "of_server"),
        ("Pod", "metadata.labels", "of_server"),
        ("Pod", "status.phase", "of_status"),
        ("Pod", "spec.gadget", "unknown_path"),
        ("Pod", "spec..containers", "unknown_path"),
        ("Pod", ".spec.priority", "unknown_path"),
        ("Pod", "spec.priority.x", "unknown_path"),
        ("Pod", "spec.containers.name", "unknown_path"),
        ("Pod", "spec.containers[x].image", "unknown_path"),
        ("Pod", "spec.containers[0]", "not_a_value"),
        ("Pod", "spec", "not_a_value"),
    ],
)
def test_other_paths_are_refused_with_a_reason(kind: str, path: str, code: str) -> None:
    problem = place_of(kind, path)
    assert isinstance(problem, Problem)

    assert (path, f"scalpel.{code}") == (problem.path, problem.code)


@pytest.mark.parametrize(
    ("path", "value", "right"),
    [
        (CPU, "500m", True),
        (CPU, 2, True),
        (CPU, "much", False),
        (CPU, True, False),
        (CPU, None, True),
        ("spec.hostNetwork", "true", False),
        ("spec.priority", "7", False),
        ("spec.priority", 7, True),
        ("spec.schedulerName", 7, False),
    ],
)
def test_a_value_of_another_type_is_refused_at_its_path(path: str, value: Any, right: bool) -> None:
    place = place_of("Pod", path)
    assert isinstance(place, Place)
    problem = place.problem(value)

    assert (None if right else path) == (None if problem is None else problem.path)


def test_a_value_is_set_in_a_copy_added_where_it_lacks_and_taken_away() -> None:
    manifest = pod("p", "1")
    place, other = place_of("Pod", CPU), place_of("Pod", "spec.nodeSelector.disk")
    assert isinstance(place, Place)
    assert isinstance(other, Place)
    changed = with_value_at(manifest, place, "2")
    added = with_value_at(manifest, other, "ssd")
    gone = with_value_at(manifest, place, None)
    assert not isinstance(changed, Problem)
    assert not isinstance(added, Problem)
    assert not isinstance(gone, Problem)

    assert ["1", "2", "ssd", None] == [
        value_at(manifest, place),
        value_at(changed, place),
        value_at(added, other),
        value_at(gone, place),
    ]


def test_an_entry_that_a_list_does_not_have_is_refused() -> None:
    place = place_of("Pod", "spec.containers[4].image")
    assert isinstance(place, Place)
    problem = with_value_at(pod("p"), place, "x")
    assert isinstance(problem, Problem)

    assert "scalpel.no_entry" == problem.code


def test_only_fields_that_can_be_changed_are_listed() -> None:
    paths = {place.path for place, _ in fields_of("Node", node("n1", "4", labels={"zone": "a"}))}

    assert {"metadata.labels.zone", "status.capacity.cpu"} <= paths
    assert not {"metadata.name", "kind", "apiVersion"} & paths
