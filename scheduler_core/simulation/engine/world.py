"""The world: API server, actors, clock and chance at one step of a run, and how one act leads to the next
step.

Everything in it is either an immutable value or copied by `copy`, so a world is a checkpoint of itself.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scheduler_core.actor import Act, DecisionValue, message
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.problem import Problem
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.board.board import Board, Seen
from scheduler_core.simulation.board.frames import make_frame
from scheduler_core.simulation.board.machine_views import machine_fields
from scheduler_core.simulation.board.non_object_views import Beside, touched_by
from scheduler_core.simulation.board.requeue_cause import woken_by
from scheduler_core.simulation.board.views import Dying, seconds
from scheduler_core.simulation.cluster.agenda import Agenda
from scheduler_core.simulation.cluster.chance import SeededRandom
from scheduler_core.simulation.cluster.components import Components
from scheduler_core.simulation.cluster.delivery import Delivery
from scheduler_core.simulation.faults.faults import FAULTS, YOU, Faults, problem_message, read_message
from scheduler_core.simulation.hashing import canonical, encode
from scheduler_core.simulation.inputs.act_inputs import Drain
from scheduler_core.simulation.inputs.parse import Input, SwitchScheduler, TimedInput, Untimed, parse_input
from scheduler_core.simulation.inputs.reader import SCHEDULER
from scheduler_core.simulation.kubectl.apply import INPUT, STORE_IS_SILENT, Done, apply_input, you
from scheduler_core.simulation.kubectl.drain import KUBECTL, Kubectl
from scheduler_core.simulation.limits import DECISION_BYTES_IN_A_SNAPSHOT, DECISIONS_IN_A_SNAPSHOT
from scheduler_core.simulation.scenario.scenario import Scenario
from scheduler_core.simulation.scenario.start import start_state

Frame: TypeAlias = dict[str, Json]

# An actor may find that there is nothing to do after all; one that finds it this often in a row is broken.
_IDLE_ACTS = 10_000
# Further ahead than this a retry of the scheduler's queue is no reason to keep on playing ("quiet").
QUIET_MS = 60_000


@dataclass(slots=True)
class KeptDecision:
    """A decision and its view, once that was made; `packed` is the view deflated, for many checkpoints."""

    value: DecisionValue | None
    view: Json = None
    packed: bytes = b""

    def pack(self) -> None:
        if not self.packed:
            self.packed = zlib.compress(self.encoded(), 1)
            self.value = self.view = None

    def encoded(self) -> bytes:
        """Its JSON."""
        if self.packed:
            return zlib.decompress(self.packed)
        return encode(self.value.to_json() if self.view is None and self.value is not None else self.view)


class World:
    """One run at one step. `seq` 0 is the start; each act or input adds one."""

    def __init__(self, scenario: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> None:
        self.scenario = scenario
        self.seq = 0
        self.now_ms = 0
        self.random = SeededRandom(scenario.seed)
        self.next_input = 0
        self._tells = True
        self.api = start_state(scenario)
        self.components = Components(scenario, plugins)
        self.delivery = Delivery(self.components, down=frozenset({SCHEDULER}))
        self.board = Board()
        self.beside = Beside()
        # Terminations by kubelet, where there are any, and all of them by pod.
        self.dying: dict[str, Mapping[str, Dying]] = {}
        self.ending: dict[str, Dying] = {}
        # The latest decision about each pod, newest last.
        self.decisions: dict[str, KeptDecision] = {}
        events = self.api.drain_watch_events()
        self.delivery.follow(None, 0)
        self.delivery.tell(self.api, events, "", 0)
        events += self._take_stock()
        if scenario.scheduler_running:
            self.delivery.down = frozenset()
            self.delivery.follow(self.api, 0)
        self._update_board((event.kind, event.key) for event in events)

    def _take_stock(self) -> list[WatchEvent]:
        """The machines look up the volumes of the pods that run already."""
        for _, host in self.delivery.machines():
            host.take_stock(self.api)
        events = self.api.drain_watch_events()
        self.delivery.tell(self.api, events, "", 0)
        return events

    @property
    def agenda(self) -> Agenda:
        return self.delivery.agenda

    # Stepping

    def next_time_ms(self) -> int | None:
        """The time of the next act, letter or scripted input; None: nothing will happen any more."""
        upcoming = self.agenda.next(self.now_ms)
        times = (self._scripted_ms(), self.delivery.mail.next_ms(), None if upcoming is None else upcoming[0])
        return min((each for each in times if each is not None), default=None)

    def quiet(self) -> bool:
        """Nothing will happen without an input, but for the scheduler trying refused pods again in a while.

        Without any node it tries them every few seconds, for ever and in vain: that is quiet too.
        """
        known = self.surely_quiet()
        return self.copy()._nothing_is_found(self.in_a_while_ms()) if known is None else known

    def in_a_while_ms(self) -> int:
        """Later than this the scheduler's trying again counts for nothing."""
        return self.now_ms + QUIET_MS if self.api.nodes else self.now_ms

    def surely_quiet(self) -> bool | None:
        """`quiet`, where that is known without looking ahead; None: it is not."""
        wanting = self.agenda.wanting(self.now_ms)
        in_a_while = self.in_a_while_ms()
        scheduler_ms = wanting.get(self.components.scheduler_name)
        if self._scripted_ms() is not None or (scheduler_ms is not None and scheduler_ms <= in_a_while):
            return False
        others = wanting.keys() - {self.components.scheduler_name}
        if any(self.components.is_kubelet(name) for name in others):
            return False
        # Controllers look again at what they did. Whether they find anything to do shows only when they look.
        return None if others or self.delivery.mail else True

    def _nothing_is_found(self, until_ms: int) -> bool:
        """Lets controllers look (this world is a copy); True: nobody had anything to do, but for the
        scheduler after `until_ms`."""
        for _ in range(_IDLE_ACTS):
            upcoming = self._next_act()
            if upcoming is None:
                return True
            self.now_ms, name = upcoming
            if name == self.components.scheduler_name:
                return self.now_ms > until_ms
            if self._let_act(name) is not None or self._settle(name):
                return False
        raise RuntimeError(f"{name} wants to act at {self.now_ms} ms and does nothing")

    def _next_act(self) -> tuple[int, str] | None:
        """The time and the name of who acts next, once all letters that come before were read."""
        while True:
            upcoming = self.agenda.next(self.now_ms)
            arrives = self.delivery.mail.next_ms()
            if arrives is None or (upcoming is not None and upcoming[0] < arrives):
                return None if upcoming is None else (upcoming[0], upcoming[1].name)
            scripted = self._scripted_ms()
            if scripted is not None and scripted < arrives:
                return None
            self.delivery.arrive(max(self.now_ms, arrives))

    def step(self, *, told: bool = True) -> Frame | None:
        """The next act, as a frame; None: nothing will happen any more. Not `told`: the frame holds only its
        `seq`, which costs less."""
        self._tells = told
        name = ""
        for _ in range(_IDLE_ACTS):
            upcoming = self._next_act()
            scripted = self._scripted_ms()
            if scripted is not None and (upcoming is None or scripted <= upcoming[0]):
                self.now_ms = max(self.now_ms, scripted)
                return self._act_scripted()
            if upcoming is None:
                return None
            self.now_ms, name = upcoming
            act = self._let_act(name)
            if act is not None:
                return self._finish(self._carried_out(act), name)
            changes = self._settle(name)
            if changes:
                return self._frame(self._noticed(name, changes), changes)
        raise RuntimeError(f"{name} wants to act at {self.now_ms} ms and does nothing")

    def _let_act(self, name: str) -> Act | None:
        act = self.delivery.act(name, self.api, self.now_ms, self.random)
        self.delivery.stir(name)
        return act

    def _carried_out(self, act: Act) -> Act:
        """What an actor asks of the world (to fence a machine) happens as a part of its act."""
        value = None if act.request is None else parse_input(act.request)
        if isinstance(value, FAULTS):
            outcome = Faults(self.api, self.delivery, self.now_ms).do(value)
            if not isinstance(outcome, Act):
                return replace(act, message=message("fencing.failed", node=", ".join(act.focus_nodes)))
        return act

    def give(self, value: Input) -> Frame | Refused | Problem:
        """An input of a person; a refused one, or one about what is not there, changes nothing."""
        moment = self.now_ms
        self._tells = True
        if isinstance(value, TimedInput):
            moment = max(moment, self._pass_looks(value.at_ms))
            value = value.input
        outcome = self._do(value, moment)
        if not isinstance(outcome, Act):
            return outcome
        self.now_ms = moment
        return self._finish(outcome, YOU)

    def _pass_looks(self, until_ms: int) -> int:
        """Lets those look who find nothing to do, up to `until_ms`. Returns when something happens,
        if before, else `until_ms`. What is found is left for the next step."""
        ahead, looks, moment = self.copy(), 0, until_ms
        for _ in range(_IDLE_ACTS):
            coming = ahead.next_time_ms()
            if coming is None or coming > until_ms:
                break
            upcoming, scripted = ahead._next_act(), ahead._scripted_ms()
            if scripted is not None and (upcoming is None or scripted <= upcoming[0]):
                moment = min(scripted, until_ms)
                break
            if upcoming is None or upcoming[0] > until_ms:
                break
            ahead.now_ms, name = upcoming
            if ahead._let_act(name) is not None or ahead._settle(name):
                moment = ahead.now_ms
                break
            looks += 1
        for _ in range(looks):
            self.now_ms, name = self._next_act() or (self.now_ms, "")
            self._let_act(name)
            self._settle(name)
        return moment

    def _scripted_ms(self) -> int | None:
        inputs = self.scenario.inputs
        return inputs[self.next_input].at_ms if self.next_input < len(inputs) else None

    def _act_scripted(self) -> Frame:
        timed = self.scenario.inputs[self.next_input]
        self.next_input += 1
        outcome = self._do(timed.input, self.now_ms)
        if isinstance(outcome, Refused):
            outcome = you(timed.input.kind, message("you.were_refused", text=outcome.text))
        elif isinstance(outcome, Problem):
            outcome = you(timed.input.kind, message("you.could_not", why=problem_message(outcome)))
        return self._finish(outcome, YOU)

    def _do(self, value: Untimed, now_ms: int) -> Act | Refused | Problem:
        if isinstance(value, SwitchScheduler | FAULTS):
            return Faults(self.api, self.delivery, now_ms).do(value)
        if not self.delivery.network.store_answers:
            return STORE_IS_SILENT
        if isinstance(value, Drain):
            return self._drain(value, now_ms)
        asks = self.components.release.asks_before_force
        outcome = apply_input(self.api, value, now_ms, asks=asks)
        if not isinstance(outcome, Done):
            return outcome
        self.api = outcome.api
        return outcome.act

    def _drain(self, value: Drain, now_ms: int) -> Act | Refused:
        """kubectl runs on the person's own machine: it goes on until it is done."""
        self.delivery.extras |= {KUBECTL}
        self.delivery.follow(self.api, now_ms)
        kubectl = self.agenda.actors[KUBECTL]
        assert isinstance(kubectl, Kubectl)
        begun = kubectl.begin(self.api, value, now_ms)
        self.delivery.stir(KUBECTL)
        return replace(begun, path=INPUT) if isinstance(begun, Refused) else begun

    def _finish(self, act: Act, author: str) -> Frame:
        return self._frame(act, self._settle(author, self.board.wake(woken_by(act))))

    def _noticed(self, name: str, changes: Sequence[Mapping[str, Json]]) -> Act:
        """Somebody did nothing but begin to wait, or cease to: that is to be seen too."""
        over = all(change["op"] == "del" for change in changes)
        said = message("noticed.over" if over else "noticed.looked", who=name)
        for change in changes:
            why = find(change.get("view"), "why")
            if change["kind"] == "timer" and isinstance(why, Mapping):
                said = read_message(why)
        side = "kubelet" if self.components.is_kubelet(name) else "controller"
        if name == self.components.scheduler_name:
            side = "scheduler"
        return Act(side, name, "notice", said)

    def _frame(self, act: Act, changes: list[dict[str, Json]]) -> Frame:
        self.seq += 1
        if not self._tells:
            if act.decision is not None:
                self._remember(act.focus_pods[0], KeptDecision(act.decision))
            return {"seq": self.seq}
        frame = make_frame(self.seq, self.now_ms, act, changes)
        if act.decision is not None:
            self._remember(act.focus_pods[0], KeptDecision(act.decision, frame["decision"]))
        return frame

    def _settle(self, author: str, touched: Sequence[tuple[str, str]] = ()) -> list[dict[str, Json]]:
        """Tells everyone what `author` wrote and brings the board up to date. `touched`: what shows anew
        without being written."""
        events = self.api.drain_watch_events()
        self.delivery.tell(self.api, events, author, self.now_ms)
        return self._update_board([*(each for event in events for each in touched_by(event)), *touched])

    def _remember(self, pod: str, decision: KeptDecision) -> None:
        self.decisions.pop(pod, None)
        self.decisions[pod] = decision
        pods = self.api.pods
        for key in [key for key in self.decisions if key not in pods]:
            del self.decisions[key]
        while len(self.decisions) > DECISIONS_IN_A_SNAPSHOT:
            del self.decisions[next(iter(self.decisions))]

    def shown_decisions(self) -> list[tuple[str, bytes]]:
        """The latest decisions as JSON, by pod, newest last; of the older ones what there is room for."""
        shown: list[tuple[str, bytes]] = []
        size = 0
        for pod, decision in reversed(self.decisions.items()):
            encoded = decision.encoded()
            size += len(encoded)
            if shown and size > DECISION_BYTES_IN_A_SNAPSHOT:
                break
            shown.append((pod, encoded))
        return shown[::-1]

    # Actors

    @property
    def scheduler_running(self) -> bool:
        return self.components.scheduler_name in self.agenda.actors

    def start_scheduler(self) -> None:
        """A scheduler knows nothing but what it lists from the API server."""
        self.delivery.down -= {SCHEDULER}
        self.delivery.follow(self.api, self.now_ms)

    # The board

    def _update_board(self, touched: Iterable[tuple[str, str]]) -> list[dict[str, Json]]:
        looks = list(touched)
        stirred = list(self.delivery.stirred)
        self.delivery.stirred.clear()
        for name in stirred:
            host = self.agenda.actors.get(name)
            ending = {} if host is None else self.components.dying(host)
            before = self.dying.pop(name, {})
            if ending:
                self.dying[name] = ending
            over = [key for key in before if key not in ending]
            begun = [key for key, one in ending.items() if before.get(key) != one]
            self._no_longer(over)
            self.ending.update((key, ending[key]) for key in begun)
            looks += [("Pod", key) for key in (*over, *begun)]
        nodes = [self.components.node_of(name) for name in stirred]
        beside, more = self.beside.update(self.api, self.delivery, nodes, self.now_ms)
        return self.board.update(self.api, [*looks, *more], self.seen(), self.now_ms, beside)

    def _no_longer(self, ended: Iterable[str]) -> None:
        """Terminations of one machine are over; a namesake may be dying on another one."""
        for key in ended:
            self.ending.pop(key, None)
            for others in self.dying.values():
                if key in others:
                    self.ending[key] = others[key]

    def seen(self) -> Seen:
        """What beside the stored objects decides how they look."""
        scheduler = self.agenda.actors.get(self.components.scheduler_name)
        return Seen(
            self.components.waiting(scheduler),
            self.ending,
            scheduler is not None,
            self.components.schedulers,
            lambda node: machine_fields(self.api, self.delivery, node),
            lambda pod: self.components.order_in_lane(scheduler, pod),
        )

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
        shown["processes"] = listed("process")
        shown["identities"] = listed("identity")
        shown["timers"] = listed("timer")
        shown["pressures"] = listed("pressure")
        shown["drains"] = listed("drain")
        shown["network"] = next(iter(listed("network")), None)
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
        twin._tells = True
        twin.api = self.api.copy()
        twin.components = self.components
        twin.delivery = self.delivery.copy()
        twin.dying = dict(self.dying)
        twin.ending = dict(self.ending)
        twin.board = self.board.copy()
        twin.beside = self.beside.copy()
        for decision in self.decisions.values():
            decision.pack()
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
            **self.delivery.fingerprint(),
        }
        return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


def _order(view: dict[str, Json]) -> int:
    order = view["order"]
    return order if isinstance(order, int) else 0
