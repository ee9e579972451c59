"""kubectl delete in a run sends what `delete_command` says for its flags, the function that the vectors test."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Refused
from scheduler_core.inputs.kubectl_inputs import Delete
from scheduler_core.inputs.outcome import Done
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.simulation.kubectl.commands import run
from scheduler_core.simulation.kubectl.delete import delete_command, request_for
from tests.builders import node, pod
from tests.core.engine.builders import world

POD = ObjectRef("Pod", "default", "p")


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("grace", [None, 0, 1, 5])
def test_the_request_is_that_of_the_command_line(grace: int | None, force: bool) -> None:
    expected = delete_command(-1 if grace is None else grace, force=force)

    assert expected == request_for(Delete(POD, grace, force))


def test_a_negative_grace_is_sent_as_it_is_because_only_other_clients_send_one() -> None:
    assert -3 == request_for(Delete(POD, -3)).grace_period_seconds
    assert 0 == request_for(Delete(POD, -3, force=True)).grace_period_seconds


@pytest.mark.parametrize(
    ("flags", "grace"),
    [({}, 30), ({"grace_period_seconds": 0}, 1), ({"grace_period_seconds": 7}, 7)],
)
def test_the_grace_of_the_request_stands_in_the_deleted_pod(flags: dict[str, Any], grace: int) -> None:
    made = world(node("n1"), pod("p", on="n1"))
    outcome = run(made.api, Delete(POD, **flags), 0)

    assert isinstance(outcome, Done)
    assert grace == made.api.pods[POD.key].meta.deletion_grace_period_seconds


def test_force_removes_the_pod_at_once() -> None:
    made = world(node("n1"), pod("p", on="n1"))
    outcome = run(made.api, Delete(POD, force=True), 0)

    assert isinstance(outcome, Done)
    assert "you.forced" == outcome.act.message.id
    assert POD.key not in made.api.pods


def test_flags_that_exclude_each_other_send_nothing() -> None:
    made = world(node("n1"), pod("p", on="n1"))
    outcome = run(made.api, Delete(POD, 5, force=True), 0)

    assert isinstance(outcome, Refused)
    assert "error: --force and --grace-period greater than 0 cannot be specified together" == outcome.text
    assert not made.api.pods[POD.key].terminating


def test_the_kubectl_of_the_proposal_asks_before_it_deletes_without_grace() -> None:
    made = world(node("n1"), pod("p", on="n1"))
    request = run(made.api, Delete(POD, 0), 0, asks=True)
    forced = run(made.api, Delete(POD, 0, force=True), 0, asks=True)

    assert isinstance(request, Done)
    assert isinstance(forced, Done)
    assert ["you.must_confirm", "you.forced"] == [request.act.message.id, forced.act.message.id]
