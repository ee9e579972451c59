"""Worlds for tests of the engine."""

from __future__ import annotations

from typing import Any

from scheduler_core.engine.look_ahead import quiet
from scheduler_core.engine.world import World
from tests.core.play import header, scenario_from


def world(*documents: dict[str, Any], inputs: tuple[dict[str, Any], ...] = ()) -> World:
    return World(scenario_from([header(*inputs), *documents]))


def settled(made: World) -> World:
    while not quiet(made):
        assert made.step() is not None
    return made
