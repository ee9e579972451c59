"""The engine that steps runs: the code of a worker process. It imports the core, and of the playground only
what loads plugins.

A worker keeps the runs it stepped last alive. A call names the run and how many inputs it must know; when the
worker does not hold that run it answers `Replay`, and is called again with the recipe. Answers are JSON text,
encoded here once: the server puts them into its messages without reading them.
"""

import json
import math
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from playground import limits
from playground.plugins import own_plugins
from playground.workers.circles import no_search_for_circles, search_circles_seldom
from playground.workers.cpu_limit import OutOfTimeError, limited
from playground.workers.kube_tasks import KUBE_TASKS, Reply
from playground.workers.openings import Openings

# The fork server imports this module once; with the core imported here every worker starts with it loaded.
from scheduler_core import (
    Problem,
    Questions,
    Recording,
    Refused,
    Scenario,
    has_come,
    judge_all,
    parse_condition,
    parse_input,
    parse_stop,
)

JSON_SEPARATORS = (",", ":")
#: Frames between two looks at the clock, for sizes of steps that may end anywhere.
SLICE_FRAMES = 8


@dataclass(frozen=True)
class Recipe:
    """All that makes a run: the canonical JSON text of its scenario, its seed, and (step, JSON text) of each
    input.
    """

    scenario: str
    seed: int
    inputs: tuple[tuple[int, str], ...] = ()

    @property
    def size(self) -> int:
        """The number of its characters."""
        return len(self.scenario) + sum(len(text) for _, text in self.inputs)


@dataclass(frozen=True)
class Ok:
    """A good answer. `text` is JSON and `seq` the step that it belongs to. `done` is False when the budget
    ended the task early; it is then to be called again from `seq`.

    For frames `text` is the list without its brackets, so that parts can be joined, and `tail` holds the
    members `hash`, `quiet` and `next` at `seq`. `stored` is the JSON text of an input, as it is to be stored.
    """

    text: str
    seq: int = 0
    done: bool = True
    tail: str = ""
    stored: str = ""


@dataclass(frozen=True)
class Replay:
    """The worker does not hold this run with that many inputs and has to be called again with the recipe."""


@dataclass(frozen=True)
class Behind:
    """The budget ended before the run was played to the step that the task starts from. The worker has to be
    called again with the same task. `seq` is the newest step that is known.
    """

    seq: int


@dataclass(frozen=True)
class Unknown:
    """There is nothing of that name at that step."""


@dataclass(frozen=True)
class Slow:
    """The call took more CPU time than it may, and the worker has forgotten the run."""


Answer = Ok | Replay | Behind | Problem | Refused | Unknown | Slow | Reply
"""`Problem` names what is wrong with an input. `Refused` is the API server's answer to a good one."""


def encode(value: object) -> str:
    """JSON text in plain ASCII, so that it can be stored and sent whatever characters an object holds."""
    return json.dumps(value, separators=JSON_SEPARATORS)


@dataclass
class Live:
    """A run that is kept alive, the number of inputs that its recording knows, and the characters of its
    recipe.
    """

    recording: Any
    inputs: int
    size: int


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

    def call(self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any]) -> Answer:
        """Does `task` on a run of which `inputs` inputs are known to be durable. The run is first played to
        the step that the task starts from.
        """
        live = self.runs.get(run)
        if live is None or live.inputs != inputs:
            if recipe is None:
                return Replay()
            with no_search_for_circles():
                self.make_room(run, recipe.size)
                live = Live(self.opened(run, recipe), len(recipe.inputs), recipe.size)
        self.runs[run] = live
        self.runs.move_to_end(run)
        until = time.monotonic() + self.budget
        try:
            if not play_to(live.recording, args[STARTS_FROM.get(task, "seq")], until):
                return Behind(live.recording.head_seq)
            deadline = {"deadline": until} if task in SLICED else {}
            answer = TASKS[task](live.recording, **args, **deadline)
        except BaseException:
            self.runs.pop(run, None)  # after a failure the next call starts from what is durable
            raise
        if task == "input" and isinstance(answer, Ok):
            live.inputs += 1
        return answer

    def opened(self, run: str, recipe: Recipe) -> Any:
        """The recording of a run. Of a large one the server is told how far its opening is."""
        if self.openings is None or recipe.size < limits.OPENED_CHARACTERS_PER_SECOND:
            return make_recording(recipe)
        try:
            return make_recording(recipe, partial(self.openings.tell, run))
        finally:
            self.openings.tell(run, 1)

    def make_room(self, run: str, size: int) -> None:
        """Lets the runs used longest ago go, so that `run` with so many characters can be opened."""
        self.runs.pop(run, None)
        left = self.characters - size - sum(live.size for live in self.runs.values())
        while self.runs and (len(self.runs) >= self.keep or left < 0):
            left += self.runs.popitem(last=False)[1].size

    def forget(self, run: str) -> None:
        self.runs.pop(run, None)


def make_recording(recipe: Recipe, told: Callable[[float], None] = lambda share: None) -> Any:
    """`told` hears now and then which share (0 to 1) of the opening is done."""
    scenario = Scenario.from_canonical(json.loads(recipe.scenario))
    inputs = []
    for seq, text in recipe.inputs:
        parsed = parse_input(json.loads(text))
        if isinstance(parsed, Problem):
            raise ValueError(f"stored input at {seq} is none: {parsed.path}: {parsed.code}")
        inputs.append((seq, parsed))
    return Recording(replace(scenario, seed=recipe.seed), inputs, plugins=own_plugins(), told=told)


# --- tasks ----------------------------------------------------------------------------------------


def play_to(recording: Any, seq: int, deadline: float) -> bool:
    """Plays on until step `seq` is known; False when `deadline` (monotonic, s) came first. LookupError: the
    run ends before that step.
    """
    while recording.head_seq < seq:
        if not recording.reach(recording.head_seq + 1):
            raise LookupError(f"the run ends at step {recording.head_seq}, before step {seq}")
        if time.monotonic() >= deadline:
            return bool(recording.head_seq >= seq)
    return True


def some_frames(recording: Any, start: int, end: int, *, done: bool = True) -> Ok:
    """Frames start+1 … end as the core encoded them."""
    encoded = (recording.encoded_frame(seq).decode("ascii") for seq in range(start + 1, end + 1))
    return Ok(",".join(encoded), end, done, tail_at(recording, end))


def tail_at(recording: Any, end: int) -> str:
    """The members of an answer that tell of the step `end` at which it ends."""
    # The run may have to go on a step for the others, so the hash comes first.
    told = recording.hash(end), recording.quiet(end), recording.next_time(end)
    return '"hash":{},"quiet":{},"next":{}'.format(*(encode(each) for each in told))


def frames(recording: Any, *, start: int, end: int) -> Answer:
    """Frames start+1 … end, all of which are known to exist."""
    return some_frames(recording, start, end)


def union(recording: Any, *, start: int, end: int) -> Answer:
    """The members of a `union` message about the steps start+1 … end, which are known to exist."""
    told = recording.union(start, end)
    members = encode({name: told[name] for name in ("t", "frame", "acts", "changes", "decisions", "last")})
    return Ok(members[1:-1], end, tail=tail_at(recording, end))


def step(
    recording: Any,
    *,
    start: int,
    size: str,
    until: float | None,
    limit: int,
    max_seq: int | None,
    deadline: float,
) -> Answer:
    """One step from `start`. A size that may end anywhere ends at `deadline` (monotonic, s)."""
    if size not in {"quiet", "time"}:
        end = recording.advance(start, size, until=until, limit=limit, max_seq=max_seq)
        return some_frames(recording, start, end)
    end = start
    while end < start + limit:
        ask = min(SLICE_FRAMES, start + limit - end)
        part = recording.advance(end, size, until=until, limit=ask, max_seq=max_seq) - end
        end += part
        if part < ask:
            return some_frames(recording, start, end)
        if time.monotonic() >= deadline:
            break
    return some_frames(recording, start, end, done=end >= start + limit)


def play(
    recording: Any,
    *,
    start: int,
    size: str,
    until: float | None,
    limit: int,
    max_seq: int | None,
    seconds: float,
    deadline: float,
) -> Answer:
    """One step from `start` of a size that may end anywhere, without frames. It ends after so many `seconds`,
    or at `deadline` (monotonic, s).
    """
    end, deadline = start, min(deadline, time.monotonic() + seconds)
    while end < start + limit:
        ask = min(SLICE_FRAMES, start + limit - end)
        part = recording.advance(end, size, until=until, limit=ask, max_seq=max_seq, frames=False) - end
        end += part
        if part < ask:
            return Ok("", end)
        if time.monotonic() >= deadline:
            return Ok("", end, done=end >= start + limit)
    return Ok("", end)


def give_input(recording: Any, *, at: int, value: str) -> Answer:
    """Adds an input at step `at`. The answer is its one frame, with the input as it is to be stored."""
    parsed = parse_input(json.loads(value))
    if isinstance(parsed, Problem):
        return parsed
    made = recording.add_input(at, parsed)
    if isinstance(made, Problem | Refused):
        return made
    return Ok(**vars(some_frames(recording, at, at + 1)) | {"stored": encode(parsed.to_json())})


def snapshot(recording: Any, *, seq: int) -> Answer:
    return Ok(recording.encoded_snapshot(seq).decode("ascii"), seq)


def state_hash(recording: Any, *, seq: int) -> Answer:
    return Ok(recording.hash(seq), seq)


def script(recording: Any, *, seq: int) -> Answer:
    """How many inputs the scenario's script has given up to step `seq`, and how many it has in all."""
    return Ok(encode(recording.script(seq)), seq)


def acts(recording: Any, *, seq: int, newest: int) -> Answer:
    return Ok(encode(recording.acts(seq, newest)), seq)


def decision(recording: Any, *, seq: int) -> Answer:
    """The whole decision that led to step `seq`, with the walk through it; `null` where none did."""
    return Ok(encode(Questions(recording).decision(seq)), seq)


def why(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).why(seq, pod), seq)


def why_next(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).why_next(seq, pod), seq)


def why_node(recording: Any, *, seq: int, node: str) -> Answer:
    return found(Questions(recording).why_node(seq, node), seq)


def why_service(recording: Any, *, seq: int, service: str) -> Answer:
    return found(Questions(recording).why_service(seq, service), seq)


def obstacles(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).obstacles(seq, pod), seq)


def advice(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).advice(seq, pod), seq)


def room(recording: Any, *, seq: int, pod: str) -> Answer:
    return found(Questions(recording).room(seq, pod), seq)


def cures(recording: Any, *, seq: int, pod: str) -> Answer:
    """Returns the advice that the Why shows without being asked. `spoils` is True when the advice could give
    the scenario's answer away; the page then shows it together with the answer.
    """
    found = Questions(recording).advice(seq, pod)
    if found is None:
        return Unknown()
    return Ok(encode({"spoils": bool(recording.scenario.question), "advice": found}), seq)


def what_if(recording: Any, *, seq: int, pod: str, changes: str) -> Answer:
    made = Questions(recording).what_if(seq, pod, json.loads(changes))
    return made if isinstance(made, Problem) else found(made, seq)


def node_table(recording: Any, *, seq: int) -> Answer:
    return found(Questions(recording).node_table(seq), seq)


def search(recording: Any, *, seq: int, asked: str) -> Answer:
    made = Questions(recording).search(seq, asked)
    return made if isinstance(made, Problem) else found(made, seq)


def consequences(recording: Any, *, seq: int, value: str) -> Answer:
    made = Questions(recording).consequences(seq, json.loads(value))
    return made if isinstance(made, Problem) else found(made, seq)


def faults(recording: Any, *, seq: int, node: str | None) -> Answer:
    return found(Questions(recording).faults(seq, node), seq)


def describe(recording: Any, *, seq: int, kind: str, key: str) -> Answer:
    return found(Questions(recording).describe(seq, kind, key), seq)


def events(recording: Any, *, seq: int, key: str | None) -> Answer:
    return found(Questions(recording).events(seq, key), seq)


def manifest(recording: Any, *, seq: int, kind: str, key: str) -> Answer:
    return found(Questions(recording).manifest(seq, kind, key), seq)


def judge(recording: Any, *, seq: int, conditions: list[Any], stop: Any) -> Answer:
    """The verdict on each condition at step `seq`, and whether the moment `stop` has come by then."""
    parsed = []
    for value in conditions:
        condition = parse_condition(value, "conditions")
        if isinstance(condition, Problem):
            return condition
        parsed.append(condition)
    moment = parse_stop(stop, "stop")
    if isinstance(moment, Problem):
        return moment
    verdicts = [each.to_json() for each in judge_all(recording, parsed, seq)]
    return Ok(encode({"verdicts": verdicts, "judged": has_come(recording, moment, seq)}), seq)


def until(
    recording: Any, *, start: int, held: bool | None, condition: Any, limit: int, deadline: float
) -> Answer:
    """The first step after `start` at which a condition begins to hold. `held` says whether it held at
    `start`, None where that is not known yet.

    The answer is `{holds, held, quiet, said}` about its step: whether the condition begins there, whether it
    holds there, and whether nothing more happens. It is not done when the budget ended before `limit` steps.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    (verdict,) = judge_all(recording, (parsed,), start)
    before, seq, done = verdict.holds if held is None else held, start, True
    begins = False
    while seq < start + limit and not recording.quiet(seq) and recording.reach(seq + 1):
        seq += 1
        (verdict,) = judge_all(recording, (parsed,), seq)
        begins = verdict.holds and not before
        before = verdict.holds
        done = begins or time.monotonic() < deadline
        if begins or not done:
            break
    told = {"holds": begins, "held": before, "quiet": recording.quiet(seq), "said": verdict.said.to_json()}
    return Ok(encode(told), seq, done)


def watch(
    recording: Any, *, seq: int, begin: int, since: float | None, condition: Any, deadline: float
) -> Answer:
    """The stretches of steps `begin` … `seq` in which a condition holds, as `[from, to]` in seconds.

    `since` is the second since which it holds: before `begin` as an argument, at the end in the answer, and
    None where it does not.

    The answer is `{spans, since}` about its step; it is not done when the budget ended before `seq`.
    """
    parsed = parse_condition(condition, "condition")
    if isinstance(parsed, Problem):
        return parsed
    spans: list[list[float]] = []
    at = begin
    while True:
        (verdict,) = judge_all(recording, (parsed,), at)
        now = float(recording.time(at))
        if verdict.holds and since is None:
            since = now
        elif not verdict.holds and since is not None:
            spans.append([since, now])
            since = None
        if at >= seq or time.monotonic() >= deadline:
            break
        at += 1
    return Ok(encode({"spans": spans, "since": since}), at, done=at >= seq)


def given(recording: Any, *, seq: int) -> Answer:
    """The inputs that persons gave up to step `seq`, each with its step and, as in a script, its second."""
    told = [
        {"seq": at + 1, "input": value.to_json() | {"at": float(recording.time(at + 1))}}
        for at, value in recording.inputs
        if at < seq
    ]
    return Ok(encode(told), seq)


def found(value: object, seq: int) -> Answer:
    return Unknown() if value is None else Ok(encode(value), seq)


TASKS: dict[str, Callable[..., Answer]] = {
    "frames": frames,
    "union": union,
    "step": step,
    "play": play,
    "input": give_input,
    "snapshot": snapshot,
    "hash": state_hash,
    "script": script,
    "acts": acts,
    "decision": decision,
    "why": why,
    "why_next": why_next,
    "why_node": why_node,
    "why_service": why_service,
    "obstacles": obstacles,
    "advice": advice,
    "room": room,
    "cures": cures,
    "node_table": node_table,
    "search": search,
    "what_if": what_if,
    "consequences": consequences,
    "faults": faults,
    "describe": describe,
    "events": events,
    "manifest": manifest,
    "judge": judge,
    "given": given,
    "until": until,
    "watch": watch,
    **KUBE_TASKS,
}

#: The argument that names the step to which the run is played before the task; "seq" for all others.
STARTS_FROM = {
    "frames": "end",
    "union": "end",
    "step": "start",
    "play": "start",
    "until": "start",
    "input": "at",
}

#: Tasks that may end early; they take the time at which they are to end.
SLICED = frozenset({"step", "play", "until", "watch"})

# --- the process ----------------------------------------------------------------------------------

_engine: Engine | None = None


def start(keep: int, budget: float, characters: float, niceness: int, openings: Openings) -> None:
    """Runs once in each worker process, before its first task."""
    global _engine
    _engine = Engine(keep, budget, characters, openings)
    search_circles_seldom()
    belong_to_server(niceness)


def belong_to_server(niceness: int) -> None:
    """Makes this process give way to the server and end with it. Every helper process calls it first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which then ends its workers
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Ends this process when its parent has ended, so that a killed server leaves no workers behind."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def process_id() -> int:
    return os.getpid()


def call(
    run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any], seconds: float
) -> Answer:
    """`Engine.call` of this worker process, which may take so many `seconds` of CPU time."""
    engine = _engine
    assert engine is not None
    try:
        return limited(seconds, lambda: engine.call(run, inputs, recipe, task, args))
    except OutOfTimeError:
        engine.forget(run)
        return Slow()
    except MemoryError:
        engine.runs.clear()
        return Slow()


def forget(run: str) -> None:
    assert _engine is not None
    _engine.forget(run)
