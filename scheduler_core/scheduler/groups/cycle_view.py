"""What the board shows of the cycle of a group."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Message
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cycle.decision import GroupStep
from scheduler_core.scheduler.groups.placements import Placement


@dataclass(frozen=True, slots=True)
class GroupCycleView:
    """What came of a cycle, for the board: a step for each pod that was tried. `victims` are the units that
    the group preempts as one, `given_back` those that can stay. `sentence` says how it ended."""

    outcome: str
    steps: tuple[tuple[str, GroupStep], ...]
    sentence: Message
    placements: tuple[Placement, ...] = ()
    victims: tuple[tuple[str, tuple[str, ...]], ...] = ()
    given_back: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "outcome": self.outcome,
            "steps": [{"pod": pod, **step.to_json()} for pod, step in self.steps],
            "sentence": self.sentence.to_json(),
            "placements": [placement.to_json() for placement in self.placements],
            "victims": [{"group": group or None, "pods": list(pods)} for group, pods in self.victims],
            "givenBack": [{"group": group or None, "pods": list(pods)} for group, pods in self.given_back],
        }
