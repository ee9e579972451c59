"""OpenGroup: the cycle of a group whose acts are being told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scheduler_core.actor import Message, Toss, message
from scheduler_core.scheduler.cluster.pod_groups import PodGroups
from scheduler_core.scheduler.cycle.decision import GroupStep
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.groups.cycle_view import GroupCycleView
from scheduler_core.scheduler.groups.group_preemption import Unit, WholeGroupPreemption
from scheduler_core.scheduler.groups.group_trials import GroupResult
from scheduler_core.scheduler.groups.placements import Placement


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A cycle whose acts are being told: `shown` of the trials have had their act. `started` says that it
    preempted pods, `same` that it came out as the one before. `with_place` counts the pods with a place after
    each trial."""

    key: str
    result: GroupResult
    tosses: tuple[tuple[Toss, ...], ...]
    started: bool
    same: bool
    victims: WholeGroupPreemption | None = None
    placements: tuple[Placement, ...] = ()
    shown: int = 0
    with_place: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        key: str,
        result: GroupResult,
        tosses: tuple[tuple[Toss, ...], ...],
        *,
        started: bool,
        same: bool,
        victims: WholeGroupPreemption | None,
        placements: tuple[Placement, ...],
    ) -> OpenGroup:
        """The cycle after its trials. One that came out as before is told at its end only."""
        shown = len(result.trials) if same else 0
        with_place = tuple(accumulate(int(bool(trial.node)) for trial in result.trials))
        return cls(key, result, tosses, started, same, victims, placements, shown, with_place)

    def step(self, place: int, groups: PodGroups) -> GroupStep:
        """The part of one trial in the cycle."""
        result = self.result
        trial = result.trials[place]
        return GroupStep(
            self.key,
            place + 1,
            len(result.trials),
            trial.node,
            "" if not trial.node else "wait" if trial.waits else "success",
            groups.placed(self.key) + self.with_place[place],
            groups.minimum(self.key),
            outcome_of(result),
            trial.preempts,
            result.placement,
        )

    def view(self, groups: PodGroups) -> GroupCycleView:
        """What the board shows of the cycle once it has ended."""
        result, whole = self.result, self.victims
        return GroupCycleView(
            outcome_of(result),
            tuple((trial.queued.key, self.step(place, groups)) for place, trial in enumerate(result.trials)),
            self.sentence(groups),
            self.placements,
            () if whole is None else _units(whole.victims),
            () if whole is None else _units(whole.given_back),
        )

    def sentence(self, groups: PodGroups) -> Message:
        """How the cycle ended."""
        result, key = self.result, self.key
        minimum = groups.minimum(key)
        args = {"group": name_of(key), "count": str(len(result.trials)), "placed": str(result.placed)}
        code = result.status.code
        if code is Code.SUCCESS and result.placement:
            return message("scheduler.group_goes_to", placement=result.placement, **args)
        if code is Code.SUCCESS:
            return message("scheduler.group_scheduled", **args)
        if code is Code.ERROR:
            return message("scheduler.group_error", group=name_of(key), text=result.status.message)
        if self.victims is not None:
            victims = tuple(pod.name for pod in self.victims.pods)
            return message("scheduler.group_preempts_as_one", group=name_of(key), victims=victims)
        if result.preempting:
            return message("scheduler.group_waits", **args)
        missing = 0 if minimum is None else max(minimum - groups.placed(key) - result.placed, 0)
        if missing:
            return message("scheduler.group_lacks", minimum=str(minimum), missing=str(missing), **args)
        return message("scheduler.group_refused", **args)


def outcome_of(result: GroupResult) -> str:
    if result.status.code is Code.SUCCESS:
        return "scheduled"
    if result.status.code is Code.ERROR:
        return "error"
    return "preempting" if result.preempting else "unschedulable"


def name_of(key: str) -> str:
    """The name of a group without its namespace."""
    return key.partition("/")[2]


def _units(units: Sequence[Unit]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((unit.group, tuple(pod.key for pod in unit.pods)) for unit in units)
