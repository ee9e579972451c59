"""The engine that steps runs, inside a worker process. It imports the core, and of the playground only what
loads plugins.

A worker keeps the runs it stepped last alive. A call names the run and how many inputs it must know; when the
worker does not hold that run it answers `Replay`, and is called again with the recipe.
"""

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
from playground.workers.kube_tasks import Given
from playground.workers.openings import Openings
from playground.workers.tasks import TASKS
from scheduler_core import NoStepError, Problem, Run, Scenario, read_input_text

STARVED = 20
"""How many times its CPU time a replay may take by the clock before other runs get their turn."""
NOBODY = "nobody"
"""The giver of an input of which it is not known whether it is durable."""
LET_GO_CHARACTERS = 300_000
"""When runs with so many characters have gone, and no more are alive, it is worth freeing their memory."""


@dataclass
class Live:
    """A run that is kept alive, the inputs that its recording knows as a recipe has them, and the characters
    of its recipe. `origin` is what its steps come from besides the inputs: seed and scenario. `giver` gave
    the newest input here; None when a recipe had it, so that it is durable.
    """

    recording: Any
    inputs: tuple[tuple[int, str], ...]
    size: int
    origin: tuple[int, int]
    giver: str | None = None

    def follow(self, recipe: Recipe) -> None:
        """Has the inputs of a recipe of the same run from now on. Only steps after the first input that
        differs are played again, and those from a checkpoint: writers who race cost no whole replay each.
        """
        if self.inputs != recipe.inputs:
            pairs = zip(self.inputs, recipe.inputs, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if any(len(dict(part)) < len(part) for part in (self.inputs, recipe.inputs)):
                same = 0  # of two inputs at one step, which only a damaged database has, a recording has one
            self.recording.take_inputs((*self.recording.inputs[:same], *parsed(recipe.inputs[same:])))
            self.inputs, self.size = recipe.inputs, recipe.size
        self.giver = None


class Engine:
    """The live runs of one worker, the one used last at the end. It serves one thread at a time.

    `keep` is the number of runs that stay alive, and `characters` how long their recipes may be together; one
    run may be longer. `budget` is the time (s) after which a task that may be cut answers with what it has,
    so that other runs get their turn.
    """

    def __init__(
        self, keep: int, budget: float, characters: float = math.inf, openings: Openings | None = None
    ) -> None:
        self.keep, self.budget, self.characters, self.openings = keep, budget, characters, openings
        self.runs: OrderedDict[str, Live] = OrderedDict()
        self.let_go = 0
        """The characters of runs that went since reference cycles were collected last."""

    def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any], giver: str = ""
    ) -> Answer:
        """Does `task` on a run of which `inputs` inputs are known to be durable. The run is first played to
        the step that the task starts from.

        `giver` is the server that asks. An input that another one gave here may have lost the race for its
        place in the database: that run counts only when a recipe says the same.
        """
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
        except NoStepError:  # of another step than the one that the task starts from
            if not live.recording.over:
                raise
            return run_tasks.where(live.recording)
        except BaseException:
            self.forget(run)  # after a failure the next call starts from what is durable
            raise
        if isinstance(answer, Given) or (task == "input" and isinstance(answer, Ok)):
            live.inputs += ((args["at"], answer.stored),)
            live.giver = giver
        return answer

    def played_to(self, recording: Any, seq: int) -> bool:
        """`run_tasks.play_to` for `budget` seconds of CPU time, and by the clock for STARVED times as long at
        most. Where the processor has much else to do, `budget` by the clock would be enough for a step or
        two, and a replay would take hundreds of calls.
        """
        began, ends = time.thread_time(), time.monotonic() + STARVED * self.budget
        until = time.monotonic() + self.budget
        while not run_tasks.play_to(recording, seq, until):
            left = self.budget - (time.thread_time() - began)
            if recording.over or left <= 0 or time.monotonic() >= ends:
                return False
            until = min(ends, time.monotonic() + left)
        return True

    def replayed(self, run: str, recipe: Recipe) -> Live:
        with without_collection():
            self.make_room(run, recipe.size)
            return Live(self.opened(run, recipe), recipe.inputs, recipe.size, origin(recipe))

    def opened(self, run: str, recipe: Recipe) -> Any:
        """The recording of a run. Of a large one the server is told how far its opening is."""
        if self.openings is None or recipe.size < limits.OPENED_CHARACTERS_PER_SECOND:
            return make_recording(recipe)
        self.openings.tell(run, 0)  # reading the scenario takes a second before the first object is stored
        try:
            return make_recording(recipe, partial(self.openings.tell, run))
        finally:
            self.openings.tell(run, 1)

    def make_room(self, run: str, size: int) -> None:
        """Lets the runs used longest ago go, so that `run` with so many characters can be opened."""
        self.forget(run)
        alive = sum(live.size for live in self.runs.values())
        while self.runs and (len(self.runs) >= self.keep or alive + size > self.characters):
            alive -= self.forget(next(iter(self.runs)))
        # The parts of a run form reference cycles, so its memory is free after a collection alone. That
        # takes longer the more is alive, and so waits until as much has gone.
        if self.let_go > max(alive, LET_GO_CHARACTERS):
            self.let_go = 0
            gc.collect()

    def doubt(self, run: str) -> None:
        """The next call about a run has to bring the recipe: its newest input may not be durable."""
        if (live := self.runs.get(run)) is not None:
            live.giver = NOBODY

    def forget(self, run: str) -> int:
        """Lets a run go. Returns the characters that it had."""
        live = self.runs.pop(run, None)
        if live is None:
            return 0
        self.let_go += live.size
        return live.size


def make_recording(recipe: Recipe, progress: Callable[[float], None] = lambda share: None) -> Any:
    """`progress` hears now and then which share (0 to 1) of the opening is done."""
    scenario = replace(Scenario.from_canonical(json.loads(recipe.scenario)), seed=recipe.seed)
    return Run(scenario, parsed(recipe.inputs), plugins=own_plugins(), progress=progress)


def origin(recipe: Recipe) -> tuple[int, int]:
    return recipe.seed, hash(recipe.scenario)


def parsed(inputs: Sequence[tuple[int, str]]) -> list[tuple[int, Any]]:
    """Inputs as they are stored, for a recording: it ends at one that is a Problem, and where a damaged
    database has two at one step.
    """
    by_step: dict[int, Any] = {}
    for seq, text in inputs:
        by_step[seq] = Problem("input", "input.two_at_a_step") if seq in by_step else read_input_text(text)
    return list(by_step.items())
