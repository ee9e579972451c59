"""Every command is carried out somewhere: in this room, or by the actor that drains."""

from __future__ import annotations

from scheduler_core import Problem, Refused, parse_input
from scheduler_core.inputs.api_inputs import API_INPUTS
from scheduler_core.inputs.kubectl_inputs import KUBECTL_INPUTS, Drain, Maintenance
from scheduler_core.inputs.outcome import Done
from scheduler_core.inputs.untimed import Command
from scheduler_core.simulation.kubectl.commands import run
from tests.builders import node
from tests.core.engine.builders import world
from tests.core.inputs.valid import FAULTS as OTHERS
from tests.core.inputs.valid import INPUTS


def test_every_command_but_the_drain_is_carried_out_here() -> None:
    done: set[type[Command]] = set()
    for value in (*INPUTS, *OTHERS):
        parsed = parse_input(value)
        assert not isinstance(parsed, Problem)
        if isinstance(parsed, Command) and not isinstance(parsed, Drain | Maintenance):
            made = world(node("n1"))
            assert isinstance(run(made.api, parsed, 0), Done | Refused)
            done.add(type(parsed))

    assert {*KUBECTL_INPUTS, *API_INPUTS} - {Drain, Maintenance} == done
