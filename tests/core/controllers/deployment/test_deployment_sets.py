"""The ReplicaSets of a Deployment: names, annotations, revisions."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.deployment.deployment_sets import (
    DESIRED,
    HASH_LABEL,
    MAX_REPLICAS,
    REVISION,
    REVISION_HISTORY,
    adoptable,
    annotated_number,
    bare_template,
    new_set,
    revision,
    rollout_of,
    same_template,
    saturated,
    with_revision,
)
from scheduler_core.objects.workloads import Workload
from tests import builders


def deployment(replicas: int = 4, annotations: dict[str, str] | None = None, **spec: Any) -> Workload:
    metadata = {"namespace": "default", "uid": "d", "annotations": annotations or {}}
    return Workload.parse(builders.workload("Deployment", "web", replicas, metadata=metadata, **spec))


def replica_set(
    replicas: int = 4, available: int = 0, labels: dict[str, str] | None = None, **annotations: str
) -> Workload:
    names = {"revision": REVISION, "history": REVISION_HISTORY, "desired": DESIRED}
    metadata = {
        "namespace": "default",
        "labels": labels or {},
        "annotations": {names[name]: value for name, value in annotations.items()},
    }
    made = builders.workload("ReplicaSet", "web-1", replicas, metadata=metadata)
    return Workload.parse({**made, "status": {"availableReplicas": available}})


def made_set(of: Workload) -> Workload:
    return Workload.parse({"kind": "ReplicaSet", **new_set(of, rollout_of(of), 1, 2)})


def test_a_new_set_carries_the_hash_of_its_template_in_name_labels_and_selector() -> None:
    made = made_set(deployment())
    digest = made.meta.name.removeprefix("web-")

    assert made.selector is not None
    assert made.selector.matches({"app": "web", HASH_LABEL: digest})
    assert not made.selector.matches({"app": "web"})
    assert deployment().template == bare_template(made)


def test_a_set_belongs_to_a_template_whose_labels_annotations_and_spec_are_equal() -> None:
    made = made_set(deployment())

    assert same_template(made, deployment(replicas=9))
    assert not same_template(made, Workload.parse(builders.workload("Deployment", "web", 4, "app:2")))


def test_a_set_notes_what_its_deployment_wanted_and_could_have_at_most() -> None:
    rolling = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0}}
    made = made_set(deployment(strategy=rolling))

    assert (4, 5) == (annotated_number(made, DESIRED), annotated_number(made, MAX_REPLICAS))


def test_annotations_of_the_deployment_are_passed_on_but_for_its_own() -> None:
    annotations = {"team": "a", REVISION: "7", "kubectl.kubernetes.io/last-applied-configuration": "{}"}
    passed = made_set(deployment(annotations=annotations)).meta.annotations

    assert "a" == passed["team"]
    assert "kubectl.kubernetes.io/last-applied-configuration" not in passed
    assert "7" != passed.get(REVISION)


def test_an_old_set_that_is_new_again_gets_the_next_revision_and_remembers_its_former_ones() -> None:
    again = Workload.parse(
        with_revision(deployment(), replica_set(revision="1", history="0"), [replica_set(revision="3")])
    )

    assert (4, "0,1") == (revision(again), again.meta.annotations[REVISION_HISTORY])


def test_the_newest_set_keeps_its_revision() -> None:
    kept = Workload.parse(with_revision(deployment(), replica_set(revision="5"), [replica_set(revision="3")]))

    assert (5, None) == (revision(kept), kept.meta.annotations.get(REVISION_HISTORY))


@pytest.mark.parametrize("value", ["", "-1", "x", "12345678901"])
def test_an_annotation_that_is_no_number_counts_as_missing(value: str) -> None:
    assert 0 == revision(replica_set(revision=value))


@pytest.mark.parametrize(
    ("desired", "replicas", "available", "expected"),
    [("4", 4, 4, True), ("4", 4, 3, False), ("4", 3, 3, False), ("3", 4, 4, False)],
)
def test_a_set_is_saturated_when_all_that_is_wanted_is_there(
    desired: str, replicas: int, available: int, expected: bool
) -> None:
    assert expected is saturated(deployment(), replica_set(replicas, available, desired=desired))


def test_a_set_without_a_controller_and_with_matching_labels_is_adopted() -> None:
    assert adoptable(deployment(), replica_set(labels={"app": "web"}))
    assert not adoptable(deployment(), replica_set(labels={"app": "db"}))
    assert not adoptable(deployment(), made_set(deployment()))
