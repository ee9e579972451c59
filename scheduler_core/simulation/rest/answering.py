"""The answer to a read request: what is the same for every run, and what a run says at a step."""

from __future__ import annotations

from scheduler_core.simulation.engine.world import World
from scheduler_core.simulation.rest.discovery import discover
from scheduler_core.simulation.rest.reading import Scene, read
from scheduler_core.simulation.rest.requests import Request, target_of
from scheduler_core.simulation.rest.schema.openapi import openapi
from scheduler_core.simulation.rest.status import NO_SUCH_PATH, Response


def answer_alone(request: Request) -> Response | None:
    """The answer to a GET that needs no run; None where it needs one."""
    if target_of(request.path) is not None:
        return None
    found = discover(request.path, request.accept)
    return found or openapi(request.path, request.accept) or NO_SUCH_PATH


def answer_read(world: World, request: Request) -> Response:
    """The answer to a GET about a run at one step."""
    target = target_of(request.path)
    if target is None:
        return answer_alone(request) or NO_SUCH_PATH
    return read(Scene(world), request, target)
