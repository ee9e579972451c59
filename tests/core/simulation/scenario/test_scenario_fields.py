"""The fields of a Scenario document that an editor knows."""

from scheduler_core.objects.manifest import find
from scheduler_core.simulation.scenario.header import parse_header
from scheduler_core.simulation.scenario.scenario_fields import scenario_fields


def test_every_field_of_the_spec_is_one_that_the_header_knows() -> None:
    spec = find(scenario_fields(), "spec")
    _, problems = parse_header({"spec": dict.fromkeys(spec)})  # type: ignore[arg-type]

    assert () == problems
