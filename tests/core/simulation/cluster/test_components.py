"""The actors of a scenario are made by their names on the board."""

from __future__ import annotations

from scheduler_core.simulation.cluster.components import Components
from tests.core.play import header, scenario_from


def test_each_actor_is_made_under_its_own_name() -> None:
    components = Components(scenario_from([header()]))
    names = [*components.controller_names, *components.extra_names, components.scheduler_name, "kubectl"]

    assert names == [components.new_actor(name).name for name in names]


def test_an_actor_that_is_made_again_is_a_new_one_without_a_past() -> None:
    components = Components(scenario_from([header()]))
    names = [*components.controller_names, *components.extra_names, components.scheduler_name]
    first = [components.new_actor(name) for name in names]
    second = [components.new_actor(name) for name in reversed(names)][::-1]

    assert not any(one is other for one, other in zip(first, second, strict=True))
    assert [one.fingerprint() for one in first] == [one.fingerprint() for one in second]
