"""The engine that steps runs, inside a worker process. It imports the core, and of the playground only the
loader of plugins.

A worker keeps its most recently stepped runs alive. A call names the run and its number of inputs; when the
worker does not hold that run it answers `Replay`, and the call is repeated with the recipe."""

import gc
import json
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from playground import limits
from playground.plugins import own_plugins
from playground.server.reference_cycles import without_collection
from playground.workers import run_tasks
from playground.workers.answers import Answer, Ok, Recipe, Replay
from playground.workers.kube_tasks import InputReply
from playground.workers.openings import Openings
from playground.workers.tasks import TASKS
from scheduler_core import NoStepError, Problem, Run, Scenario, read_input_text

STARVED = 20
"""The limit of a replay's wall-clock time as a multiple of its CPU time, so that other runs get their
turn."""
NOBODY = "nobody"
"""The giver of an input that may not be stored."""
LET_GO_CHARACTERS = 300_000
"""When runs with so many characters, and at least as many as are alive, were dropped, memory is freed."""


@dataclass
class Live:
    """A live run, the inputs in its recording as in a recipe, and the characters of its recipe. `origin` is
    its scenario and seed. `giver` is the server that gave the newest input here; None when the input came
    from a recipe and is therefore stored."""

    recording: Any
    inputs: tuple[tuple[int, str], ...]
    size: int
    origin: tuple[int, int]
    giver: str | None = None

    def follow(self, recipe: Recipe) -> None:
        """Replaces the inputs by those of a recipe of the same run. Only steps after the first different
        input are played again, starting from a checkpoint, so that concurrent writers do not cause a full
        replay each."""
        if self.inputs != recipe.inputs:
            pairs = zip(self.inputs, recipe.inputs, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if any(len(dict(part)) < len(part) for part in (self.inputs, recipe.inputs)):
                # only a damaged database has two inputs at one step; the recording keeps one of them
                same = 0
            self.recording.take_inputs((*self.recording.inputs[:same], *parsed(recipe.inputs[same:])))
            self.inputs, self.size = recipe.inputs, recipe.size
        self.giver = None


class Engine:
    """The live runs of one worker, the most recently used last. It serves one thread at a time.

    `keep` is the number of runs that stay alive, and `characters` the total length of their recipes; a single
    run may be longer. `budget` is the time (s) after which a divisible task answers with its partial result,
    so that other runs get their turn."""

    def __init__(
        self, keep: int, budget: float, characters: float = math.inf, openings: Openings | None = None
    ) -> None:
        self.keep, self.budget, self.characters, self.openings = keep, budget, characters, openings
        self.runs: OrderedDict[str, Live] = OrderedDict()
        self.let_go = 0
        """The characters of runs dropped since the last collection of reference cycles."""

    def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any], giver: str = ""
    ) -> Answer:
        """Does `task` on a run with `inputs` stored inputs. The run is first played to the task's first step.

        `giver` is the asking server. An input that another server gave here may have lost the race for its
        place in the database, so that run is used only when a recipe has the same input."""
        row = TASKS[task]
        live = self.runs.get(run)
        if live is None or len(live.inputs) != inputs or live.giver not in (None, giver):
            if recipe is None:
                return Replay()
            if live is None or live.origin != origin(recipe):
                live = self.replayed(run, recipe)
        self.runs[run] = live
        self.runs.move_to_end(run)
        try:
            if recipe is not None:
                live.follow(recipe)
            if not self.played_to(live.recording, args[row.starts]):
                return run_tasks.where(live.recording)
            answer = row.answer(live.recording, args, time.monotonic() + self.budget)
        except NoStepError:  # a different step from the task's first one
            if not live.recording.over:
                raise
            return run_tasks.where(live.recording)
        except BaseException:
            self.forget(run)  # after a failure the next call starts from the stored inputs
            raise
        if isinstance(answer, InputReply) or (task == "input" and isinstance(answer, Ok)):
            live.inputs += ((args["at"], answer.stored),)
            live.giver = giver
        return answer

    def played_to(self, recording: Any, seq: int) -> bool:
        """`run_tasks.play_to` for `budget` seconds of CPU time, and at most STARVED times as long by the
        clock. On a busy machine, `budget` seconds by the clock would suffice for only a step or two, and a
        replay would take hundreds of calls."""
        began, ends = time.thread_time(), time.monotonic() + STARVED * self.budget
        until = time.monotonic() + self.budget
        while not run_tasks.play_to(recording, seq, until):
            remaining = self.budget - (time.thread_time() - began)
            if recording.over or remaining <= 0 or time.monotonic() >= ends:
                return False
            until = min(ends, time.monotonic() + remaining)
        return True

    def replayed(self, run: str, recipe: Recipe) -> Live:
        with without_collection():
            self.make_room(run, recipe.size)
            return Live(self.opened(run, recipe), recipe.inputs, recipe.size, origin(recipe))

    def opened(self, run: str, recipe: Recipe) -> Any:
        """The recording of a run. The progress of opening a large one is reported to the server."""
        if self.openings is None or recipe.size < limits.OPENED_CHARACTERS_PER_SECOND:
            return make_recording(recipe)
        self.openings.tell(run, 0)  # reading the scenario takes a second before the first object is stored
        try:
            return make_recording(recipe, partial(self.openings.tell, run))
        finally:
            self.openings.tell(run, 1)

    def make_room(self, run: str, size: int) -> None:
        """Drops the least recently used runs, so that `run` with so many characters can be opened."""
        self.forget(run)
        alive = sum(live.size for live in self.runs.values())
        while self.runs and (len(self.runs) >= self.keep or alive + size > self.characters):
            alive -= self.forget(next(iter(self.runs)))
        # The parts of a run form reference cycles, so its memory is freed only by a collection. The more is
        # alive, the longer that takes; so it waits until as much has been dropped.
        if self.let_go > max(alive, LET_GO_CHARACTERS):
            self.let_go = 0
            gc.collect()

    def doubt(self, run: str) -> None:
        """Makes the next call about a run bring the recipe, because the run's newest input may not be
        stored."""
        if (live := self.runs.get(run)) is not None:
            live.giver = NOBODY

    def forget(self, run: str) -> int:
        """Drops a run. Returns the number of its characters."""
        live = self.runs.pop(run, None)
        if live is None:
            return 0
        self.let_go += live.size
        return live.size


def make_recording(recipe: Recipe, progress: Callable[[float], None] = lambda share: None) -> Any:
    """`progress` is called from time to time with the share (0 to 1) of the opening that is done."""
    scenario = replace(Scenario.from_canonical(json.loads(recipe.scenario)), seed=recipe.seed)
    return Run(scenario, parsed(recipe.inputs), plugins=own_plugins(), progress=progress)


def origin(recipe: Recipe) -> tuple[int, int]:
    return recipe.seed, hash(recipe.scenario)


def parsed(inputs: Sequence[tuple[int, str]]) -> list[tuple[int, Any]]:
    """Stored inputs for a recording. They end at the first one that is a Problem, and where a damaged
    database has two at one step."""
    by_step: dict[int, Any] = {}
    for seq, text in inputs:
        by_step[seq] = Problem("input", "input.two_at_a_step") if seq in by_step else read_input_text(text)
    return list(by_step.items())
