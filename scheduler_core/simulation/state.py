"""The world: API server, actors, clock and chance at one step of a run, and how one act leads to the next
step.

Everything in it is either an immutable value or copied by `copy`, so a world is a checkpoint of itself.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.apiserver.actor import Act, Actor, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import EventType, WatchEvent
from scheduler_core.objects import Pod
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.scheduler.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.agenda import Agenda
from scheduler_core.simulation.apply import Refusal, apply_input, you
from scheduler_core.simulation.board import Board, Seen
from scheduler_core.simulation.chance import SeededRandom
from scheduler_core.simulation.components import Components
from scheduler_core.simulation.frames import make_frame
from scheduler_core.simulation.hashing import canonical, encode
from scheduler_core.simulation.inputs import Input, SwitchScheduler, TimedInput, Untimed
from scheduler_core.simulation.limits import DECISION_BYTES_IN_A_SNAPSHOT, DECISIONS_IN_A_SNAPSHOT
from scheduler_core.simulation.scenario import Scenario
from scheduler_core.simulation.start import start_state
from scheduler_core.simulation.views import Dying, seconds
from scheduler_core.simulation.waking import woken_by

Frame: TypeAlias = dict[str, Json]

# An actor may find that there is nothing to do after all; one that finds it this often in a row is broken.
_IDLE_ACTS = 10_000
# Further ahead than this a retry of the scheduler's queue is no reason to keep on playing ("quiet").
QUIET_MS = 60_000


@dataclass(frozen=True, slots=True)
class PackedDecision:
    """A DecisionView as deflated JSON, so that checkpoints share it cheaply; `size` is that of the JSON."""

    packed: bytes
    size: int

    def encoded(self) -> bytes:
        return zlib.decompress(self.packed)


class World:
    """One run at one step. `seq` 0 is the start; each act or input adds one."""

    def __init__(self, scenario: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> None:
        self.scenario = scenario
        self.seq = 0
        self.now_ms = 0
        self.random = SeededRandom(scenario.seed)
        self.next_input = 0
        self.api = start_state(scenario)
        self.agenda = Agenda()
        self.components = Components(scenario, plugins)
        self.board = Board()
        # Terminations by kubelet, where there are any, and the kubelets that may have others by now.
        self.dying: dict[str, Mapping[str, Dying]] = {}
        self.stirred: dict[str, None] = {}
        # The latest decision about each pod, newest last.
        self.decisions: dict[str, PackedDecision] = {}
        events = self.api.drain_watch_events()
        controllers = self.components.controllers()
        for actor in controllers:
            self.agenda.add(actor)
        # Those who hear of everything, kubelets aside.
        self.central = (*(actor.name for actor in controllers), self.components.scheduler_name)
        self._deliver(events)
        if scenario.scheduler_running:
            self.start_scheduler()
        self._update_board((event.kind, event.key) for event in events)

    # Stepping

    def next_time_ms(self) -> int | None:
        """The time of the next act or scripted input; None: nothing will happen any more."""
        upcoming = self.agenda.next(self.now_ms)
        scripted = self._scripted_ms()
        if upcoming is None or scripted is None:
            return scripted if upcoming is None else upcoming[0]
        return min(upcoming[0], scripted)

    def quiet(self) -> bool:
        """Nothing will happen without an input, but for the scheduler trying refused pods again in a while.

        Without any node it tries them every few seconds, for ever and in vain: that is quiet too.
        """
        wanting = self.agenda.wanting(self.now_ms)
        in_a_while = self.now_ms + QUIET_MS if self.api.nodes else self.now_ms
        scheduler_ms = wanting.get(self.components.scheduler_name)
        if self._scripted_ms() is not None or (scheduler_ms is not None and scheduler_ms <= in_a_while):
            return False
        others = wanting.keys() - {self.components.scheduler_name}
        if any(self.components.is_kubelet(name) for name in others):
            return False
        # Controllers look again at what they did. Whether they find anything to do shows only when they look.
        return not others or self.copy()._nothing_is_found()

    def _nothing_is_found(self) -> bool:
        """Lets controllers look (this world is a copy); True: none of them had anything to do."""
        for _ in range(_IDLE_ACTS):
            upcoming = self.agenda.next(self.now_ms)
            if upcoming is None or upcoming[1].name == self.components.scheduler_name:
                return True
            self.now_ms, actor = upcoming
            if actor.act(self.api, self.now_ms, self.random) is not None:
                return False
            self._stir(actor.name)
        raise RuntimeError(f"{actor.name} wants to act at {self.now_ms} ms and does nothing")

    def step(self) -> Frame | None:
        """The next act, as a frame; None: nothing will happen any more."""
        for _ in range(_IDLE_ACTS):
            upcoming = self.agenda.next(self.now_ms)
            scripted = self._scripted_ms()
            if scripted is not None and (upcoming is None or scripted <= upcoming[0]):
                self.now_ms = max(self.now_ms, scripted)
                return self._act_scripted()
            if upcoming is None:
                return None
            self.now_ms, actor = upcoming
            act = actor.act(self.api, self.now_ms, self.random)
            self._stir(actor.name)
            if act is not None:
                return self._finish(act)
            self._settle()
        raise RuntimeError(f"{actor.name} wants to act at {self.now_ms} ms and does nothing")

    def give(self, value: Input) -> Frame | Refusal:
        """An input of a person; a refused one changes nothing."""
        moment = self.now_ms
        if isinstance(value, TimedInput):
            limit = self.next_time_ms()
            moment = max(moment, value.at_ms if limit is None else min(value.at_ms, limit))
            value = value.input
        outcome = self._do(value, moment)
        if isinstance(outcome, Refusal):
            return outcome
        self.now_ms = moment
        return self._finish(outcome)

    def _scripted_ms(self) -> int | None:
        inputs = self.scenario.inputs
        return inputs[self.next_input].at_ms if self.next_input < len(inputs) else None

    def _act_scripted(self) -> Frame:
        timed = self.scenario.inputs[self.next_input]
        self.next_input += 1
        outcome = self._do(timed.input, self.now_ms)
        if isinstance(outcome, Refusal):
            outcome = you(timed.input.kind, message("you.were_refused", text=outcome.text))
        return self._finish(outcome)

    def _do(self, value: Untimed, now_ms: int) -> Act | Refusal:
        if isinstance(value, SwitchScheduler):
            return self._switch_scheduler(value)
        outcome = apply_input(self.api, value, now_ms)
        if isinstance(outcome, Refusal):
            return outcome
        self.api = outcome.api
        return outcome.act

    def _switch_scheduler(self, value: SwitchScheduler) -> Act:
        if value.running == self.scheduler_running:
            return you(value.kind, message("you.changed_nothing"))
        if value.running:
            self.start_scheduler()
            return you(value.kind, message("you.started_scheduler"))
        self.agenda.remove(self.components.scheduler_name)
        return you(value.kind, message("you.stopped_scheduler"))

    def _finish(self, act: Act) -> Frame:
        changes = self._settle(self.board.wake(woken_by(act)))
        self.seq += 1
        frame = make_frame(self.seq, self.now_ms, act, changes)
        if "decision" in frame:
            self._remember(frame["decision"])
        return frame

    def _settle(self, touched: Sequence[tuple[str, str]] = ()) -> list[dict[str, Json]]:
        """Tells everyone what was written and brings the board up to date. `touched`: what shows anew
        without being written."""
        events = self.api.drain_watch_events()
        self._deliver(events)
        return self._update_board([*((event.kind, event.key) for event in events), *touched])

    def _remember(self, decision: Json) -> None:
        pod, text_ = text(find(decision, "pod")), encode(decision)
        self.decisions.pop(pod, None)
        self.decisions[pod] = PackedDecision(zlib.compress(text_, 1), len(text_))
        for key in [key for key in self.decisions if key not in self.api.pods]:
            del self.decisions[key]
        size = sum(packed.size for packed in self.decisions.values())
        for key in list(self.decisions)[:-1]:
            if size <= DECISION_BYTES_IN_A_SNAPSHOT and len(self.decisions) <= DECISIONS_IN_A_SNAPSHOT:
                break
            size -= self.decisions.pop(key).size

    # Actors

    @property
    def scheduler_running(self) -> bool:
        return self.components.scheduler_name in self.agenda.actors

    def start_scheduler(self) -> None:
        """A scheduler knows nothing but what it lists from the API server."""
        scheduler = self.components.new_scheduler()
        self.agenda.add(scheduler)
        for event in listing(self.api):
            scheduler.observe(event, self.now_ms)

    def _deliver(self, events: Sequence[WatchEvent]) -> None:
        waiting: list[Pod] = []
        if any(event.kind == "Node" and event.type is EventType.ADDED for event in events):
            # Pods bound to a node before there was one; of those created just now its kubelet will hear.
            fresh = {event.key for event in events if event.kind == "Pod" and event.type is EventType.ADDED}
            waiting = [pod for pod in self.api.pods.values() if pod.node_name and pod.key not in fresh]
        for event in events:
            if event.kind == "Node":
                self._follow_node(event, waiting)
            for actor in self._audience(event):
                actor.observe(event, self.now_ms)
                self._stir(actor.name)

    def _follow_node(self, event: WatchEvent, waiting: Sequence[Pod]) -> None:
        """Each node has a kubelet; it comes and goes with the Node object."""
        name = self.components.kubelet_name(event.key)
        if event.type is EventType.DELETED:
            self.agenda.remove(name)
        elif name not in self.agenda.actors:
            kubelet = self.components.new_kubelet(event.key)
            self.agenda.add(kubelet)
            for pod in waiting:
                if pod.node_name == event.key:
                    kubelet.observe(WatchEvent(EventType.ADDED, "Pod", pod.key, None, pod), self.now_ms)
        self._stir(name)

    def _stir(self, name: str) -> None:
        """The actor may want, and show, something else now."""
        self.agenda.touched(name)
        if self.components.is_kubelet(name):
            self.stirred[name] = None

    def _audience(self, event: WatchEvent) -> list[Actor]:
        """Everyone, but a kubelet hears only of its own node and the pods bound to it."""
        actors = self.agenda.actors
        names = [name for name in self.central if name in actors]
        names += [self.components.kubelet_name(node) for node in _nodes_of(event)]
        return [actors[name] for name in names if name in actors]

    # The board

    def _update_board(self, touched: Iterable[tuple[str, str]]) -> list[dict[str, Json]]:
        scheduler = self.agenda.actors.get(self.components.scheduler_name)
        for name in self.stirred:
            kubelet = self.agenda.actors.get(name)
            ending = {} if kubelet is None else self.components.dying(kubelet)
            if ending:
                self.dying[name] = ending
            else:
                self.dying.pop(name, None)
        self.stirred.clear()
        dying = {key: one for ending in self.dying.values() for key, one in ending.items()}
        waiting = self.components.waiting(scheduler)
        seen = Seen(waiting, dying, scheduler is not None, self.components.schedulers)
        return self.board.update(self.api, touched, seen, self.now_ms)

    def snapshot(self) -> dict[str, Json]:
        """The state as the wire has it, but for `frame` and `decisions`, which the recording adds."""
        listed = self.board.listed
        shown: dict[str, Json] = {"seq": self.seq, "t": seconds(self.now_ms), "hash": self.hash()}
        shown["nodes"] = listed("node", _order)
        shown["pods"] = listed("pod", _order)
        shown["spans"] = listed("span")
        shown["classes"] = listed("class")
        shown["workloads"] = listed("workload")
        shown["volumes"] = listed("volume")
        shown["claims"] = listed("claim")
        shown["scheduler"] = {"running": self.scheduler_running}
        return shown

    def processes(self) -> dict[str, list[str]]:
        """Node → keys of the pods of which something runs there, in the order in which the kubelet met
        them."""
        return self.components.processes(self.agenda.actors.values())

    # Identity

    def copy(self) -> World:
        twin = object.__new__(World)
        twin.scenario = self.scenario
        twin.seq = self.seq
        twin.now_ms = self.now_ms
        twin.random = self.random.copy()
        twin.next_input = self.next_input
        twin.api = self.api.copy()
        twin.agenda = self.agenda.copy()
        twin.components = self.components
        twin.central = self.central
        twin.dying = dict(self.dying)
        twin.stirred = dict(self.stirred)
        twin.board = self.board.copy()
        twin.decisions = dict(self.decisions)
        return twin

    def hash(self) -> str:
        """sha256 (hex) of all that decides how the run goes on."""
        content: Json = {
            "seq": self.seq,
            "now": self.now_ms,
            "chance": self.random.word,
            "input": self.next_input,
            "api": self.api.fingerprint(),
            "actors": [
                [name, self.agenda.serials[name], actor.fingerprint()]
                for name, actor in self.agenda.actors.items()
            ],
        }
        return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


def _order(view: dict[str, Json]) -> int:
    order = view["order"]
    return order if isinstance(order, int) else 0


def _nodes_of(event: WatchEvent) -> list[str]:
    if event.kind == "Node":
        return [event.key]
    pods = (each for each in (event.old, event.new) if isinstance(each, Pod) and each.node_name)
    return list(dict.fromkeys(pod.node_name for pod in pods))


def listing(api: ApiServer) -> Iterable[WatchEvent]:
    """What an informer's first list shows: nodes before pods, each kind in the order of creation."""
    for kind in KINDS:
        for key, stored in api.objects(kind).items():
            yield WatchEvent(EventType.ADDED, kind, key, None, stored)
