"""What a DELETE does to a stored pod, beyond the recorded cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.apiserver.registry.deletion import (
    Deletable,
    DeleteOptions,
    DeleteOutcome,
    Deletion,
    decide_deletion,
    finalizers_for,
)

RUNNING = Deletable(True, "Running", 30, None, None)
NOW = 100_000


def test_the_first_delete_sets_a_deadline_from_the_spec_or_the_request() -> None:
    assert Deletion(DeleteOutcome.TERMINATING, NOW + 30_000, 30, True, True) == decide_deletion(
        RUNNING, DeleteOptions(), NOW
    )
    assert Deletion(DeleteOutcome.TERMINATING, NOW + 5_000, 5, True, True) == decide_deletion(
        RUNNING, DeleteOptions(grace_period_seconds=5), NOW
    )


@pytest.mark.parametrize("pod", [replace(RUNNING, bound=False), replace(RUNNING, phase="Succeeded")])
def test_a_pod_without_a_node_or_at_its_end_goes_at_once(pod: Deletable) -> None:
    assert DeleteOutcome.REMOVED is decide_deletion(pod, DeleteOptions(), NOW).outcome


def test_finalizers_keep_even_what_is_forced() -> None:
    held = replace(RUNNING, finalizers=("example.com/hold",))

    assert DeleteOutcome.KEPT_BY_FINALIZERS is decide_deletion(held, DeleteOptions(force=True), NOW).outcome


def test_a_second_delete_may_shorten_and_never_lengthen() -> None:
    going = replace(RUNNING, deletion_at=NOW + 30_000, deletion_grace_s=30)

    assert (
        DeleteOutcome.UNCHANGED is decide_deletion(going, DeleteOptions(grace_period_seconds=60), NOW).outcome
    )
    shorter = decide_deletion(going, DeleteOptions(grace_period_seconds=10), NOW)
    assert (NOW + 10_000, 10, False) == (shorter.deletion_at, shorter.deletion_grace, shorter.first)


def test_a_uid_of_another_object_is_a_conflict() -> None:
    options = DeleteOptions(precondition_uid="other")

    assert DeleteOutcome.CONFLICT is decide_deletion(replace(RUNNING, uid="mine"), options, NOW).outcome


@pytest.mark.parametrize(
    ("kind", "present", "propagation", "expected"),
    [
        ("Pod", (), None, ()),
        ("Pod", ("a",), "Foreground", ("a", "foregroundDeletion")),
        ("Pod", ("a", "orphan"), "Background", ("a",)),
        ("Deployment", ("foregroundDeletion",), "Orphan", ("orphan",)),
        ("Deployment", ("foregroundDeletion",), None, ("foregroundDeletion",)),
    ],
)
def test_finalizers_note_what_becomes_of_dependents(
    kind: str, present: tuple[str, ...], propagation: str | None, expected: tuple[str, ...]
) -> None:
    assert expected == finalizers_for(kind, present, propagation)
