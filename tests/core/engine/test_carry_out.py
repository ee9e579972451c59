"""Where an input goes: faults happen to the cluster, commands need an API server that reaches its store."""

from __future__ import annotations

import pytest

from scheduler_core.engine.carry_out import carry_out
from scheduler_core.inputs.fault_inputs import Cut, Heal
from scheduler_core.inputs.kubectl_inputs import Cordon, Drain
from scheduler_core.inputs.outcome import STORE_IS_SILENT, Done
from scheduler_core.inputs.untimed import Command
from tests.builders import node
from tests.core.engine.builders import world

STORE = ("api-server", "store")


@pytest.mark.parametrize("command", [Cordon("n1"), Drain("n1")])
def test_commands_time_out_while_the_store_does_not_answer_and_faults_still_happen(command: Command) -> None:
    made = world(node("n1"))
    assert isinstance(carry_out(made.api, made.cluster, Cut(STORE), 0), Done)

    assert STORE_IS_SILENT == carry_out(made.api, made.cluster, command, 0)
    assert isinstance(carry_out(made.api, made.cluster, Heal(STORE), 0), Done)
    assert isinstance(carry_out(made.api, made.cluster, command, 0), Done)


def test_a_drain_becomes_an_actor_of_the_cluster() -> None:
    made = world(node("n1"))
    carry_out(made.api, made.cluster, Drain("n1"), 0)

    assert "kubectl" in made.cluster.agenda.actors
