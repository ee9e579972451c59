"""What each chip comes to: a patch at its step, a change of the start, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.branch import world_at
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.fights import fight, top_of
from scheduler_core.queries.scalpel.paths import Place, place_of
from scheduler_core.queries.scalpel.requests import line_of, patch_of, resizes, write_of
from scheduler_core.queries.scalpel.start import CLASS, changed_source, of_class, source_of
from scheduler_core.simulation.kubectl.api_requests import performed

START, PATCH, OFF, OVERRIDDEN, REFUSED = "start", "patch", "off", "overridden", "refused"


@dataclass(frozen=True)
class Change:
    """A chip, and what it comes to. `state` is START, PATCH, OFF, OVERRIDDEN or REFUSED; `why` is the refusal
    because of which the start is changed, in the API server's words."""

    chip: Chip
    state: str
    place: Place | None = None
    problem: Problem | Refused | None = None
    why: str = ""
    words: Message | None = None
    instead: Chip | None = None
    line: str = ""
    patch: Manifest = field(default_factory=dict)

    @property
    def counts(self) -> bool:
        """Whether it changes the run."""
        return self.state in (START, PATCH)


@dataclass(frozen=True)
class Plan:
    """Chips, what they come to, and the objects of the start that they change."""

    changes: tuple[Change, ...]
    sources: Mapping[tuple[str, str], SourceObject]


class _Reader:
    """Decides for chip after chip whether it is a patch or a change of the start."""

    def __init__(self, recording: Recording, newest: int) -> None:
        self.recording, self.newest = recording, newest
        self.sources: dict[tuple[str, str], SourceObject] = {}
        self._apis: dict[int, ApiServer] = {}

    def change(self, chip: Chip) -> Change:
        if chip.off:
            return Change(chip, OFF)
        place = place_of(chip.kind, chip.path)
        if isinstance(place, Problem):
            return Change(chip, REFUSED, problem=place)
        wrong = place.problem(chip.now)
        if wrong is not None:
            return Change(chip, REFUSED, place, wrong)
        if chip.at is None:
            return self._of_start(chip, place, None)
        if chip.at > self.newest or not self.recording.reach(chip.at):
            return Change(chip, REFUSED, place, Problem("at", "scalpel.no_step", {"step": chip.at}))
        return self._of_step(chip, place, chip.at)

    def _of_step(self, chip: Chip, place: Place, at: int) -> Change:
        world = world_at(self.recording, at)
        api = self._apis.get(at)
        if api is None:
            api = self._apis[at] = world.api.copy()
        write = write_of(api, chip, place)
        stored = api.get(chip.kind, chip.key)
        if isinstance(write, Problem) or stored is None:
            return Change(chip, REFUSED, place, write if isinstance(write, Problem) else None)
        if place.steps[0] == "status":
            return replace(self._of_start(chip, place, None), words=message("scalpel.machine"), line="")
        resize = resizes(stored, place)
        line = line_of(stored.manifest, chip, place, again=False, resize=resize)
        result = performed(api, write, world.now_ms)
        if isinstance(result, Refused):
            return self._of_start(chip, place, result)
        words, instead = fight(api, chip, place)
        patch = patch_of(stored.manifest, place, chip.now) or {}
        return Change(chip, PATCH, place, None, "", words, instead, line, patch)

    def _of_start(self, chip: Chip, place: Place, refused: Refused | None) -> Change:
        """The change of the start, because a person asks for it, or because the API server `refused` it."""
        scenario = self.recording.scenario
        old = source_of(scenario, chip.kind, chip.key)
        if old is None:
            return self._not_in_start(chip, place, refused)
        source = self.sources.get((chip.kind, chip.key), old)
        changed = changed_source(source, place, chip.now, scenario.release)
        if place.steps == CLASS and not isinstance(changed, Problem) and chip.kind == "Pod":
            changed = of_class(changed, chip, world_at(self.recording, 0).api)
        if isinstance(changed, Problem):
            return Change(chip, REFUSED, place, changed)
        self.sources[chip.kind, chip.key] = changed
        words, instead = fight(world_at(self.recording, 0).api, chip, place)
        line = line_of(old.defaulted, chip, place, again=True, resize=False)
        patch = patch_of(old.defaulted, place, chip.now) or {}
        why = "" if refused is None else refused.text
        return Change(chip, START, place, None, why, words, instead, line, patch)

    def _not_in_start(self, chip: Chip, place: Place, refused: Refused | None) -> Change:
        at = chip.at or 0
        api = self.recording.world(at).api
        stored = api.get(chip.kind, chip.key)
        name = {"kind": chip.kind, "name": chip.key.rpartition("/")[2]}
        why = "" if refused is None else refused.text
        if stored is None:
            missing = Problem(chip.path, "scalpel.no_object", {"kind": chip.kind, "key": chip.key})
            return Change(chip, REFUSED, place, missing)
        top = top_of(api, stored)
        if top is None:
            return Change(chip, REFUSED, place, Problem(chip.path, "scalpel.made_later", name), why)
        problem = Problem(chip.path, "scalpel.not_in_start", {**name, "owner": top.named})
        return Change(chip, REFUSED, place, problem, why, None, fight(api, chip, place)[1])


def plan_of(recording: Recording, chips: Sequence[Chip], newest: int) -> Plan:
    """What the chips come to in a run that was played up to step `newest`. Of several for one field at one
    moment the last counts."""
    later: set[tuple[Json, ...]] = set()
    counted: list[bool] = []
    for chip in reversed(chips):
        place = (*chip.place, chip.at)
        counted.append(chip.off or place not in later)
        if not chip.off:
            later.add(place)
    reader = _Reader(recording, newest)
    changes = [
        reader.change(chip) if counts else Change(chip, OVERRIDDEN)
        for chip, counts in zip(chips, reversed(counted), strict=True)
    ]
    return Plan(tuple(changes), reader.sources)
