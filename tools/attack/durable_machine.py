"""A model of what a run promises, which a machine explores: what was acknowledged is there, in one order, and
every state that was told is that of a replay.

Two servers write to the same runs through their doors (sockets, `/api/v1`, the Kubernetes API, forks). They
are killed, held up and cut off between what they compute, what they store and what they tell; workers end
and change. The model is the list of inputs as they were seen in the database, and the hash of each step that
somebody was told.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar, Literal, TypeVar

from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.utils import timezone
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from playground.asgi import application
from playground.kubeapi.app import kubernetes_or
from playground.kubeapi.rights import token_for
from playground.runs import access, new_runs, questions, services, state_marks, stepper
from playground.runs.changes import fork_inputs, moves
from playground.runs.changes.input_text import InputText, read_text
from playground.runs.changes.moves import Move, move
from playground.runs.models import Run, RunInput
from playground.runs.protocol import PROTOCOL
from playground.runs.retention import lifetimes
from playground.runs.services import Gone, Lost, Standing
from playground.workers.answers import Ok, encode
from playground.workers.engine import make_recording, parsed
from playground.workers.run_tasks import play_to
from scheduler_core import Problem, Scenario, SourceDocument, parse_scenario
from tools.attack.last_release import LastRelease
from tools.attack.two_servers import Fate, Gate, Point, Server, Worker

OWNER = "the-owner-of-the-runs-of-the-model"
PATIENCE_SECONDS = 30.0
RUNS = 3
PINGS = 3
"""After so many a socket has taken all that came before: either comes first, what it hears or is asked."""
LONG_AGO = timedelta(days=1_000)
T = TypeVar("T")

LABELS = {"metadata": {"labels": {"app": "web"}}}
NODES = [
    {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name},
        "status": {"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "20"}},
    }
    for name in ("n1", "n2")
]
HEADER = {
    "apiVersion": "podium/v1",
    "kind": "Scenario",
    "metadata": {"name": "model"},
    "spec": {"title": "A small cluster", "seed": 1},
}


def pod(name: str) -> dict[str, Any]:
    requests = {"requests": {"cpu": "100m", "memory": "32Mi"}}
    spec = {"containers": [{"name": "c", "image": "nginx", "resources": requests}]}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": spec,
    }


def small() -> Scenario:
    documents = [HEADER, *NODES, pod("web-1"), pod("web-2")]
    made = parse_scenario([SourceDocument(place, value) for place, value in enumerate(documents)])
    assert made.scenario is not None, made.problems
    return made.scenario


# --- what is given ------------------------------------------------------------------------------------

Values = Callable[[str], dict[str, Any]]
#: Inputs of boards and scripts, each with a mark by which it is found again.
INPUTS: dict[str, Values] = {
    "pod": lambda mark: {"kind": "apply", "documents": [pod(mark)]},
    "yaml": lambda mark: {"kind": "apply", "yaml": json.dumps(pod(mark))},
    "taint": lambda mark: {"kind": "taint", "node": "n1", "key": mark, "effect": "NoSchedule"},
    "untaint": lambda mark: {"kind": "untaint", "node": "n1", "key": mark, "effect": "NoSchedule"},
    "label": lambda mark: {"kind": "label", "object": {"kind": "Node", "name": "n2"}, "labels": {mark: "x"}},
    "timed": lambda mark: {"at": 10**7, "kind": "apply", "documents": [pod(mark)]},
    "nothing": lambda mark: {"kind": mark},
    "deep": lambda mark: {"kind": "apply", "documents": [{**pod(mark), "spec": _deep(60)}]},
    "large number": lambda mark: {"kind": "apply", "documents": [{**pod(mark), "spec": {"priority": 1e308}}]},
}


def _deep(levels: int) -> Any:
    return [_deep(levels - 1)] if levels else []


NO_TEXT = "a\ud800\0é"
"""What no database takes and no reader gives back: half of a surrogate pair, and NUL."""


def _event(mark: str, **more: Any) -> dict[str, Any]:
    about = {"kind": "Pod", "namespace": "default", "name": "web-1"}
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": mark, "namespace": "default"},
        "involvedObject": about,
        "reason": "Tried",
        "message": mark,
        "type": "Normal",
        **more,
    }


PODS, NODE = "/api/v1/namespaces/default/pods", "/api/v1/nodes/n1"
EVENTS = "/api/v1/namespaces/default/events"
MERGE = "application/merge-patch+json"
Write = tuple[bool, str, str, str, Any]
#: Requests to the Kubernetes API: whether they change something each time, method, path, type and value of
#: the body. All carry the mark as their program.
WRITES: dict[str, Callable[[str], Write]] = {
    "create": lambda mark: (True, "POST", PODS, "application/json", pod(mark)),
    "delete": lambda mark: (False, "DELETE", f"{PODS}/web-1", "application/json", None),
    "patch": lambda mark: (True, "PATCH", NODE, MERGE, {"metadata": {"annotations": {"mark": mark}}}),
    "cordon": lambda mark: (False, "PATCH", NODE, MERGE, {"spec": {"unschedulable": True}}),
    "event": lambda mark: (True, "POST", EVENTS, "application/json", _event(mark)),
    "bind": lambda mark: (
        False,
        "POST",
        f"{PODS}/web-2/binding",
        "application/json",
        {"apiVersion": "v1", "kind": "Binding", "target": {"kind": "Node", "name": "n2"}},
    ),
    "apply": lambda mark: (
        True,
        "PATCH",
        f"{PODS}/{mark}?fieldManager=model",
        "application/apply-patch+yaml",
        pod(mark),
    ),
    "annotation that is no text": lambda mark: (
        True,
        "PATCH",
        NODE,
        MERGE,
        {"metadata": {"annotations": {"mark": mark, "note": NO_TEXT}}},
    ),
    "event that is no text": lambda mark: (
        True,
        "POST",
        EVENTS,
        "application/json",
        _event(mark, message=NO_TEXT, count=math.inf),
    ),
}
NEVER_TAKEN = frozenset(("annotation that is no text", "event that is no text"))
"""Writes that have to be refused with 4xx, whatever happens meanwhile."""

# --- the model ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What somebody was told of an input or a step. A state that was told has its step and hash."""

    outcome: Literal["acknowledged", "answered", "refused", "unknown"]
    """"answered": it may have had nothing to change. "unknown": nobody was told anything."""
    to: int = -1
    hash: str = ""
    why: str = ""


UNKNOWN, REFUSED = Outcome("unknown"), Outcome("refused")


@dataclass
class ModelRun:
    """A run as the model knows it: its inputs as the database had them when it was looked at last, its newest
    head, and the hash of each step that somebody was told.
    """

    run: str
    token: str
    inputs: list[tuple[int, str]] = field(default_factory=list)
    head: int = 0
    states: dict[int, str] = field(default_factory=dict)
    gone: bool = False
    busy: int = 0
    """How many acts on it are held."""

    def tell(self, step: int, state: str) -> None:
        before = self.states.setdefault(step, state)
        assert before == state, f"step {step} has two hashes: {before[:8]} and {state[:8]}"


@dataclass(eq=False)
class Act:
    """An act that is held: what it is about, where it began, and its task."""

    model: ModelRun
    server: int
    mark: str
    gate: Gate
    task: asyncio.Task[Outcome]


@dataclass(eq=False)
class Tab:
    """A socket on a run."""

    model: ModelRun
    socket: WebsocketCommunicator
    number: int = 0

    async def ask(self, do: str, **args: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send_to(json.dumps({"id": self.number, "do": do, **args}))
        while True:
            outcome = await self.hear()
            if outcome.get("re") == self.number and outcome["type"] != "working":
                return outcome

    async def hear(self) -> dict[str, Any]:
        """The next message. ConnectionError: the server has ended the socket."""
        hearing = asyncio.ensure_future(self.socket.output_queue.get())
        both: tuple[Any, ...] = hearing, self.socket.future
        await asyncio.wait(both, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not hearing.done():
            hearing.cancel()
            assert self.socket.future.done(), f"no word within {PATIENCE_SECONDS} s"
            raise ConnectionError("the socket has ended")
        if hearing.result()["type"] != "websocket.send":
            raise ConnectionError(str(hearing.result()))
        outcome: dict[str, Any] = json.loads(hearing.result()["text"])
        return outcome


class Durability(RuleBasedStateMachine):
    """The rules. Two servers are numbered 0 and 1."""

    release: ClassVar[LastRelease | None] = None
    examples: ClassVar[int] = 0
    acts: ClassVar[int] = 0
    """Of all machines: examples, and acts on runs."""
    outcomes: ClassVar[Counter[str]] = Counter()
    longest: ClassVar[float] = 0.0
    """How long (s) the longest act without an accident took."""
    until: ClassVar[float] = math.inf
    """The time (monotonic, s) after which an example has no acts any more."""

    def __init__(self) -> None:
        super().__init__()
        type(self).examples += 1
        self.loop = asyncio.new_event_loop()
        layer = get_channel_layer()
        for table in (layer.groups, layer.channels):
            table.clear()  # Hypothesis seeds `random`, so that sockets of all examples have the same names
        self.runs: list[ModelRun] = []
        self.held: list[Act] = []
        self.tabs: dict[tuple[int, str], Tab] = {}
        self.ended: list[asyncio.Task[Any]] = []
        self.marks = 0
        self.workers: list[Worker] | None = None
        self.servers: list[Server] = []

    # --- the machinery ----------------------------------------------------------------------------

    def start(self, doing: Coroutine[Any, Any, T], server: Server) -> asyncio.Task[T]:
        return self.loop.create_task(doing, context=server.context)

    def wait(self, doing: Coroutine[Any, Any, T], server: Server) -> T:
        """What is done on a server without an accident."""
        return self.loop.run_until_complete(self.start(doing, server))

    def mark(self) -> str:
        self.marks += 1
        return f"mark{self.marks}mark"

    def acted(
        self,
        number: int,
        model: ModelRun,
        mark: str,
        doing: Coroutine[Any, Any, Outcome],
        accident: tuple[Point, Fate] | None,
    ) -> None:
        """Does something on a server, with an accident on its way. It is judged when it ends."""
        type(self).acts += 1
        server = self.servers[number]
        gate = server.gate = Gate(*accident) if accident else None
        task = self.start(doing, server)
        if gate is None:
            began = time.monotonic()
            outcome = self.loop.run_until_complete(task)
            type(self).longest = max(self.longest, time.monotonic() - began)
            assert outcome.outcome != "unknown", f"an act failed without an accident: {outcome.why}"
            self.judge(model, mark, outcome)
            self.hear_all()
            return
        reached = self.loop.create_task(gate.reached.wait())
        self.loop.run_until_complete(asyncio.wait((task, reached), return_when=asyncio.FIRST_COMPLETED))
        if gate.fate == "held" and reached.done():
            model.busy += 1
            self.held.append(Act(model, number, mark, gate, task))
            return
        if gate.fate == "killed" and reached.done():
            self.ended.append(task)
            self.replace(number)
            self.judge(model, mark, UNKNOWN)
            return
        outcome = self.loop.run_until_complete(task)
        server.gate = None
        reached.cancel()
        self.judge(model, mark, outcome)
        self.hear_all()

    def replace(self, number: int) -> None:
        """The server is killed and another one starts: what it had in memory, its sockets too, is gone."""
        name = self.servers[number].name.partition(".")[0]
        self.servers[number] = Server(f"{name}.{self.mark()}", self.workers)
        for act in [act for act in self.held if act.server == number]:
            self.held.remove(act)
            act.model.busy -= 1
            self.ended.append(act.task)
            self.judge(act.model, act.mark, UNKNOWN)
        for key in [key for key in self.tabs if key[0] == number]:
            self.forsake(self.tabs.pop(key))

    def forsake(self, tab: Tab) -> None:
        if (future := getattr(tab.socket, "future", None)) is not None:
            self.ended.append(future)

    def hear_all(self) -> None:
        """Lets each socket take what it was told of others. One that ended of itself is a fault."""
        for (number, _), tab in list(self.tabs.items()):
            if self.free(number, tab.model) and not tab.socket.future.done():
                with suppress(ConnectionError):
                    for _ in range(PINGS):
                        self.wait(tab.ask("ping"), self.servers[number])
            if tab.socket.future.done():
                self.tabs = {key: other for key, other in self.tabs.items() if other is not tab}
                if not tab.socket.future.cancelled() and (error := tab.socket.future.exception()):
                    raise AssertionError(f"a socket ended of itself: {error!r}") from error

    def free(self, number: int, model: ModelRun) -> bool:
        """Whether a server does nothing about a run just now: the lock of the run is there."""
        return not any(act.server == number and act.model is model for act in self.held)

    def pick(self, place: int) -> ModelRun:
        return self.runs[place % len(self.runs)]

    # --- what has to hold ---------------------------------------------------------------------------

    def judge(self, model: ModelRun, mark: str, outcome: Outcome) -> None:
        """Holds an answer against the database. `mark` is "" for a step."""
        self.outcomes[outcome.outcome] += 1
        note(f"{mark or 'a step'}: {outcome.outcome} {outcome.to if outcome.to >= 0 else ''}")
        if outcome.to >= 0:
            model.tell(outcome.to, outcome.hash)
            run = Run.objects.filter(pk=model.run).first()
            assert model.gone or (run is not None and outcome.to <= run.head), "the head went back"
            if run is not None and outcome.to == run.head:
                newest = state_marks.read(run.marks)[-1:]
                assert newest == [(outcome.to, outcome.hash[: state_marks.HASH_DIGITS])], (
                    "the head has no mark"
                )
        if not mark or model.gone:
            return
        rows = RunInput.objects.filter(run_id=model.run, text__value__contains=mark)
        seqs = list(rows.values_list("seq", flat=True))
        match outcome.outcome:
            case "acknowledged":
                assert len(seqs) == 1, f"an input that was acknowledged stands at {seqs}"
                assert outcome.to in (-1, seqs[0] + 1), f"an input told at {outcome.to - 1} stands at {seqs}"
            case "refused":
                assert not seqs, f"an input that was refused stands at {seqs}"
            case _:
                assert len(seqs) <= 1, f"an input stands twice, at {seqs}"

    @invariant()
    def the_inputs_have_one_order_and_are_readable(self) -> None:
        for model in self.runs:
            run = Run.objects.filter(pk=model.run).first()
            assert model.gone == (run is None)
            if run is None:
                continue
            rows = list(RunInput.objects.filter(run=run).values_list("ordinal", "seq", "text__value"))
            inputs = [(seq, text) for _, seq, text in rows]
            steps = [seq for seq, _ in inputs]
            assert list(range(len(rows))) == [ordinal for ordinal, _, _ in rows]
            assert model.inputs == inputs[: len(model.inputs)], "an input that was stored is another one now"
            assert sorted(set(steps)) == steps
            assert model.head <= run.head, "the head went back"
            assert not steps or steps[-1] < run.head
            for seq, text in inputs[len(model.inputs) :]:
                ((_, value),) = parsed([(seq, text)])
                assert text == encode(value.to_json()), "an input is read as another one than was stored"
            model.inputs, model.head = inputs, run.head

    def replay(self, model: ModelRun) -> None:
        """Plays a run again from the database alone. Each state that was told, and each mark, is that of the
        replay.
        """
        standing = services.standing(model.run)
        assert standing is not None
        recipe = services.recipe(standing)
        recording = make_recording(recipe)
        assert play_to(recording, standing.head, math.inf), f"the run ends at step {recording.head_seq}"
        for step, state in model.states.items():
            assert step <= standing.head, f"step {step} was told, which the run does not have"
            assert state == recording.hash(step), f"the state of step {step} is another one than was told"
        for step, state in state_marks.read(standing.marks):
            assert recording.hash(step).startswith(state), f"the mark of step {step} is not its state"
        if self.release is not None:
            wrong = self.release.wrong_of(recipe.scenario, recipe.seed, recipe.inputs, standing.head)
            assert not wrong, f"the last release cannot read the run: {wrong}"

    # --- rules: what there is -----------------------------------------------------------------------

    @initialize(remote=st.booleans())
    def begin(self, remote: bool) -> None:
        """`remote`: both servers have their runs stepped by the same two workers."""
        self.workers = [Worker(), Worker()] if remote else None
        self.servers = [Server(name, self.workers) for name in ("one", "two")]
        self.open()

    def open(self) -> None:
        from playground.runs import revisions

        run = new_runs.create_run(revisions.store_scenario(small()), owner=OWNER, title="A run")
        self.runs.append(ModelRun(run.pk, self.token(run.pk)))

    @staticmethod
    def token(run: str) -> str:
        standing = services.standing(run)
        assert standing is not None
        return token_for(standing, {access.OWNER_COOKIE: access.sign_owner(OWNER)})

    @precondition(lambda self: len(self.runs) < RUNS)
    @rule()
    def another_run(self) -> None:
        self.open()

    @precondition(lambda self: len(self.runs) < RUNS)
    @rule(
        place=st.integers(0, 9),
        number=st.integers(0, 1),
        back=st.integers(0, 5),
        kinds=st.lists(st.sampled_from(["pod", "taint", "nothing"]), max_size=2),
    )
    def fork(self, place: int, number: int, back: int, kinds: list[str]) -> None:
        """A fork at an earlier step, with inputs on its way: all of them, or there is none."""
        model = self.pick(place)
        at, marks = max(0, model.head - back), [self.mark() for _ in kinds]
        texts = [encode(INPUTS[kind](mark)) for kind, mark in zip(kinds, marks, strict=True)]
        before = Run.objects.count()

        def fork() -> Any:
            return fork_inputs.fork_and_give(model.run, at=at, owner=OWNER, inputs=texts)

        made = self.servers[number].context.run(fork)
        if not isinstance(made, Standing):
            assert isinstance(made, Problem) or model.gone
            assert before == Run.objects.count()
            return
        past = [row for row in model.inputs if row[0] < at]
        states = {step: state for step, state in model.states.items() if step <= at}
        child = ModelRun(made.run, self.token(made.run), past, at, states)
        self.runs.append(child)
        self.the_inputs_have_one_order_and_are_readable()
        assert len(past) + len(kinds) == len(child.inputs)
        assert all(mark in text for mark, (_, text) in zip(marks, child.inputs[len(past) :], strict=True))

    # --- rules: what is done --------------------------------------------------------------------------

    accidents = st.one_of(
        st.none(),
        st.none(),
        st.tuples(st.sampled_from(["store", "tell"]), st.sampled_from(["killed", "held", "left", "cut off"])),
    )

    @rule(
        place=st.integers(0, 9),
        number=st.integers(0, 1),
        kind=st.sampled_from(sorted(INPUTS)),
        accident=accidents,
    )
    def give(self, place: int, number: int, kind: str, accident: Any) -> None:
        """An input by `/api/v1`."""
        model, mark = self.pick(place), self.mark()
        if not self.free(number, model):
            return
        read = read_text(INPUTS[kind](mark))
        assert isinstance(read, InputText)

        async def doing() -> Outcome:
            standing = await stepper_standing(model)
            return REFUSED if standing is None else moved(await move(standing, moves.give(read)))

        self.acted(number, model, mark, watched(doing()), accident)

    @rule(
        place=st.integers(0, 9),
        number=st.integers(0, 1),
        size=st.sampled_from(["act", "cycle", "event", "quiet"]),
        limit=st.integers(1, 5),
        accident=accidents,
    )
    def step(self, place: int, number: int, size: str, limit: int, accident: Any) -> None:
        """Steps beyond the head by `/api/v1`."""
        model = self.pick(place)
        if not self.free(number, model):
            return

        async def doing() -> Outcome:
            standing = await stepper_standing(model)
            return REFUSED if standing is None else moved(await move(standing, moves.step(size, limit=limit)))

        self.acted(number, model, "", watched(doing()), accident)

    @rule(
        place=st.integers(0, 9),
        number=st.integers(0, 1),
        kind=st.sampled_from(sorted(WRITES)),
        accident=accidents,
    )
    def write(self, place: int, number: int, kind: str, accident: Any) -> None:
        """A write through the Kubernetes API."""
        model, mark = self.pick(place), self.mark()
        if not self.free(number, model):
            return
        self.acted(number, model, mark, watched(kube(model, mark, kind)), accident)

    @rule(
        place=st.integers(0, 9),
        number=st.integers(0, 1),
        kind=st.sampled_from(["pod", "yaml", "taint", "nothing", "step", "union"]),
        accident=accidents,
    )
    def on_a_socket(self, place: int, number: int, kind: str, accident: Any) -> None:
        """An input or a step on a socket, which stays open for the next one."""
        model, mark = self.pick(place), "" if kind in ("step", "union") else self.mark()
        if not self.free(number, model) or model.gone:
            return
        key = number, model.run
        tab = self.tabs.get(key) or self.connected(number, model)
        if tab is None:
            return

        async def doing() -> Outcome:
            head = (await tab.ask("seek", to=0))["head"]
            if mark:
                outcome = await tab.ask("input", **{"from": head, "input": INPUTS[kind](mark)})
            else:
                outcome = await tab.ask(
                    "step",
                    **{
                        "from": head,
                        "size": "quiet" if kind == "union" else "cycle",
                        "union": kind == "union",
                    },
                )
            if outcome["type"] == "error":
                return Outcome("unknown", why=kind) if outcome["code"] == "server.busy" else REFUSED
            return Outcome("acknowledged", outcome["to"], outcome["hash"])

        self.tabs[key] = tab
        self.acted(number, model, mark, watched(doing()), accident)

    def connected(self, number: int, model: ModelRun) -> Tab | None:
        async def connect() -> Tab | None:
            cookie = f"{access.OWNER_COOKIE}={access.sign_owner(OWNER)}"
            headers = [
                (b"origin", b"http://localhost"),
                (b"host", b"localhost"),
                (b"cookie", cookie.encode()),
            ]
            app = self.servers[number].serves(application)
            tab = Tab(model, WebsocketCommunicator(app, f"/ws/r/{model.run}/", headers=headers))
            accepted, _ = await tab.socket.connect(timeout=PATIENCE_SECONDS)
            assert accepted
            outcome = await tab.ask("hello", protocol=PROTOCOL, at=None, have=None)
            assert outcome["type"] == "hello", outcome
            model.tell(outcome["snapshot"]["seq"], outcome["snapshot"]["hash"])
            return tab

        return self.wait(connect(), self.servers[number])

    @rule(place=st.integers(0, 9), number=st.integers(0, 1), back=st.integers(0, 8), page=st.booleans())
    def look(self, place: int, number: int, back: int, page: bool) -> None:
        """A page or a socket asks for the state of a step that exists."""
        model = self.pick(place)
        if model.gone:
            return
        standing = services.standing(model.run)
        assert standing is not None
        seq, server = max(0, standing.head - back), self.servers[number]
        if page:
            state = server.context.run(questions.text, standing, "hash", seq)
        else:
            answer = self.wait(stepper.ask(standing, stepper.question("hash", seq=seq)), server)
            assert isinstance(answer, Ok)
            state = answer.text
        assert state is not None
        model.tell(seq, state)

    # --- rules: accidents -----------------------------------------------------------------------------

    @precondition(lambda self: self.held)
    @rule(place=st.integers(0, 9))
    def go_on(self, place: int) -> None:
        """What was held goes on, and may have lost a race meanwhile."""
        act = self.held.pop(place % len(self.held))
        act.gate.opened.set()
        outcome = self.loop.run_until_complete(act.task)
        act.model.busy -= 1
        self.judge(act.model, act.mark, outcome)
        self.hear_all()

    @rule(number=st.integers(0, 1))
    def kill(self, number: int) -> None:
        self.replace(number)

    @rule(number=st.integers(0, 1), all_of_them=st.booleans())
    def lose_worker(self, number: int, all_of_them: bool) -> None:
        """A worker ends; or, with several, another one steps the runs from now on."""
        if self.workers is None:
            self.servers[number].own.restart()
        elif all_of_them:
            for worker in self.workers:
                worker.restart()
        else:
            self.workers.append(self.workers.pop(0))

    @rule(place=st.integers(0, 9))
    def sweep(self, place: int) -> None:
        """The time of a run is over; others stay."""
        model = self.pick(place)
        if not model.gone and not model.busy and len(self.runs) > 1:
            Run.objects.filter(pk=model.run).update(opened=timezone.now() - LONG_AGO)
            model.gone = True
        lifetimes.sweep()

    @precondition(lambda self: any(not run.gone for run in self.runs))
    @rule(place=st.integers(0, 9))
    def in_a_new_process(self, place: int) -> None:
        model = self.pick(place)
        if not model.gone:
            self.replay(model)

    # --- the end --------------------------------------------------------------------------------------

    def teardown(self) -> None:
        try:
            while self.held:
                self.go_on(0)
            if self.runs:
                self.the_inputs_have_one_order_and_are_readable()
            for model in self.runs:
                if not model.gone:
                    self.replay(model)
        finally:
            self.close()

    def close(self) -> None:
        for tab in self.tabs.values():
            self.forsake(tab)
        left = {*self.ended, *asyncio.all_tasks(self.loop)}
        for task in left:
            task.cancel()
        if left:
            self.loop.run_until_complete(asyncio.wait(left))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        for model in self.runs:
            lifetimes.remove(model.run)


async def stepper_standing(model: ModelRun) -> Standing | None:
    from playground.server.database_threads import database_sync_to_async

    return await database_sync_to_async(services.standing)(model.run)


def moved(made: Move | Problem | Lost | Gone) -> Outcome:
    """What `/api/v1` answers to a step or an input."""
    if not isinstance(made, Move):
        return REFUSED
    assert made.run.head >= made.frames.end
    return Outcome("acknowledged", made.frames.end, made.frames.hash)


async def watched(doing: Coroutine[Any, Any, Outcome]) -> Outcome:
    """An act whose client may leave, and whose server may lose its database: then nobody knows what became of
    it.
    """
    try:
        return await doing
    except (OperationalError, ConnectionError, asyncio.CancelledError):
        return UNKNOWN


async def kube(model: ModelRun, mark: str, kind: str) -> Outcome:
    """A request to the Kubernetes API, which does not tell the step that it led to."""
    changes, method, path, media_type, value = WRITES[kind](mark)
    path, _, query = path.partition("?")
    body = b"" if value is None else json.dumps(value).replace("Infinity", "1e400").encode()
    headers = [
        (b"host", b"localhost"),
        (b"user-agent", mark.encode()),
        (b"content-type", media_type.encode()),
    ]
    scope = {
        "type": "http",
        "method": method,
        "path": f"/r/{model.run}/k8s/as/{model.token}{path}",
        "query_string": query.encode(),
        "headers": headers,
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await kubernetes_or(application)(scope, receive, send)
    code = sent[0]["status"]
    assert kind not in NEVER_TAKEN or 400 <= code < 500, f"{kind}: {code} {sent[1]['body']!r}"
    if code >= 400:
        return REFUSED if code < 500 else Outcome("unknown", why=f"{kind}: {code} {sent[1]['body']!r}")
    return Outcome("acknowledged") if changes else Outcome("answered")
