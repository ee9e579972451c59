"""Which events a plugin hears of."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.framework.events import (
    ALL_ACTIONS,
    EVERY_EVENT,
    Action,
    ClusterEvent,
    Registration,
    Resource,
    effective_registrations,
    force_activate,
    matches,
    unschedulable_timeout,
)
from tests.core.scheduler.builders import pod


@pytest.mark.parametrize(
    ("resource", "action", "expected"),
    [
        (Resource.NODE, Action.ADD, True),
        (Resource.NODE, Action.UPDATE_NODE_LABEL, True),
        (Resource.NODE, Action.UPDATE_NODE_TAINT, False),
        (Resource.ASSIGNED_POD, Action.ADD, False),
    ],
)
def test_a_registration_matches_its_resource_and_its_actions(
    resource: Resource, action: Action, expected: bool
) -> None:
    registration = Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL)

    assert expected == matches(registration, ClusterEvent(resource, action))


def test_a_registration_for_pods_matches_assigned_and_waiting_ones() -> None:
    registration = Registration(Resource.POD, Action.DELETE)

    assert matches(registration, ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE))
    assert matches(registration, ClusterEvent(Resource.UNSCHEDULABLE_POD, Action.DELETE))


def test_the_general_update_does_not_match_a_registration_of_one_kind_of_update() -> None:
    update = ClusterEvent(Resource.ASSIGNED_POD, Action.UPDATE)

    assert not matches(Registration(Resource.POD, Action.UPDATE_POD_LABEL), update)
    assert matches(Registration(Resource.POD, Action.UPDATE), update)


def test_a_plugin_that_hears_of_new_nodes_hears_of_taints_too() -> None:
    added = Registration(Resource.NODE, Action.ADD, lambda waiting, old, new: False)
    taints = Registration(Resource.NODE, Action.UPDATE_NODE_TAINT)
    both = Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_TAINT)

    assert (added, taints) == effective_registrations((added,))
    assert (both,) == effective_registrations((both,))
    assert () == effective_registrations(())


def test_a_plugin_that_names_no_events_hears_of_every_resource() -> None:
    special = {Resource.WILDCARD, Resource.ASSIGNED_POD, Resource.UNSCHEDULABLE_POD}

    assert set(Resource) - special == {entry.resource for entry in EVERY_EVENT}
    assert {ALL_ACTIONS} == {entry.actions for entry in EVERY_EVENT}


def test_events_are_named_as_upstream_names_them() -> None:
    assert [
        "NodeAdd",
        "AssignedPodDelete",
        "UnschedulablePodUpdate",
        "storage.k8s.io/CSINodeUpdate",
        "UnschedulableTimeout",
        "ForceActivate",
    ] == [
        event.name
        for event in (
            ClusterEvent(Resource.NODE, Action.ADD),
            ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE),
            ClusterEvent(Resource.UNSCHEDULABLE_POD, Action.UPDATE),
            ClusterEvent(Resource.CSI_NODE, Action.UPDATE),
            unschedulable_timeout(),
            force_activate(pod("p")),
        )
    ]
