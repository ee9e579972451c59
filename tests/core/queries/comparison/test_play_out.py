"""A run played to its end, and its scenario with the inputs of persons."""

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import Input, parse_input
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
from tests.builders import node, pod
from tests.core.play import scenario_from


def cordon() -> Input:
    parsed = parse_input({"kind": "cordon", "node": "n1"})
    assert not isinstance(parsed, Problem)
    return parsed


def test_a_run_is_played_until_it_is_quiet_or_as_far_as_one_looks() -> None:
    recording = Recording(scenario_from([node("n1"), pod("p")]))

    assert 2 == play_out(recording, 2)
    assert recording.quiet(play_out(recording, 300))


def test_inputs_of_persons_stand_in_the_script_at_their_second() -> None:
    recording = Recording(scenario_from([node("n1"), pod("p")]), [(4, cordon())])
    scenario = with_given_inputs(recording)

    assert [(round(float(recording.time(5)) * 1000), cordon())] == [
        (item.at_ms, item.input) for item in scenario.inputs
    ]
