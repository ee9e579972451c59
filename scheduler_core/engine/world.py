"""The world: API server, cluster, clock and random source at one step of a run, and how one act leads to the
next step.

Everything in it is either an immutable value or copied by `copy`, so a copy of a world is a checkpoint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.board.frames import make_frame
from scheduler_core.board.object_views.termination_views import Cause
from scheduler_core.board.picture import Picture
from scheduler_core.board.rules import rules_view, without_requests
from scheduler_core.board.safety.foretold import foretold
from scheduler_core.board.safety.safety_views import SafetyViews
from scheduler_core.engine.act_rows import NOTHING_YET, summary_of
from scheduler_core.engine.carry_out import carry_out
from scheduler_core.engine.latest_decisions import KeptDecision, LatestDecisions
from scheduler_core.engine.notices import NOTICE, failed, noticed
from scheduler_core.engine.script import scripted
from scheduler_core.engine.turn import Turn, TurnKind
from scheduler_core.engine.watch_log import StepWrites, changes_of
from scheduler_core.inputs.endpoints import SCHEDULER
from scheduler_core.inputs.outcome import SCRIPT, YOU, Done
from scheduler_core.inputs.parse import parse_input
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects import Node
from scheduler_core.objects.hashing import canonical
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.cluster.actor_turn import act_of
from scheduler_core.simulation.cluster.chance import SeededRandom
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.components import Components
from scheduler_core.simulation.cluster.delivery import deliver_due, hurry, tell
from scheduler_core.simulation.cluster.links import relink
from scheduler_core.simulation.cluster.network import Network
from scheduler_core.simulation.cluster.running_actors import follow
from scheduler_core.simulation.scenario.expected_pods import expected_pods
from scheduler_core.simulation.scenario.scenario import Scenario
from scheduler_core.simulation.scenario.start import silent_since, start_state
from scheduler_core.simulation.scenario.stuck_pods import initial_behaviours, stuck_pods

Frame: TypeAlias = dict[str, Json]
Progress: TypeAlias = Callable[[float], None]

_LOADED, _LISTED, _SCHEDULES, _SHOWN = 0.35, 0.6, 0.7, 0.9
"""The shares of the opening of a large cluster that are done when the objects are stored, kubelets and
controllers have listed them, the scheduler runs, and the views are made. The rest is the state hash."""

MAX_IDLE_TURNS = 10_000
"""The largest number of turns in a row without an act; beyond it an actor asks for turns in an
endless loop.
"""


class World:
    """One run at one step. `seq` 0 is the start; each act or input adds 1. `summary` tells the last act."""

    def __init__(
        self,
        scenario: Scenario,
        plugins: OwnPlugins = NO_OWN_PLUGINS,
        progress: Progress = lambda share: None,
    ) -> None:
        """`progress` is called at intervals with the share (0 to 1) of the opening that is done."""
        self.scenario = scenario
        self.seq = 0
        self.now_ms = 0
        self.random = SeededRandom(scenario.seed)
        self.next_input = 0
        self.api = start_state(scenario, lambda share: progress(share * _LOADED))
        self._starts_without_requests = without_requests(
            chain(self.api.pods.values(), expected_pods(scenario))
        )
        self.cluster = Cluster(self._components(plugins), down=frozenset({SCHEDULER}))
        self._picture = Picture(safety=SafetyViews(foretold(scenario.inputs, self.api.pods)))
        self.decisions = LatestDecisions()
        self.summary = NOTHING_YET
        self._act: Act | None = None
        # Virtual time (ms) of the last frame, and the turns that `step` has taken since then.
        self._acted_ms = 0
        self.idle_turns = 0
        self._full_frames = True
        self._writes: list[WatchEvent] = []
        self.written: StepWrites | None = None
        self._begin(progress)
        self._writes.clear()
        self.api.drain_recorded_events()

    def _components(self, plugins: OwnPlugins) -> Components:
        """The components of the scenario. Its machines are as the start state shows them: stuck pods stay
        stuck, and nobody hears the kubelets of silent nodes."""
        components = Components(self.scenario, plugins)
        components.heard_until = silent_since(self.api)
        stuck = stuck_pods(
            tuple(self.api.pods.values()), components.heard_until, components.applications, self.api.start_at
        )
        components.initial_behaviours = initial_behaviours(stuck)
        return components

    def _begin(self, progress: Progress) -> None:
        """Lets controllers and machines list the objects; the scheduler starts last, if the
        scenario has one.
        """
        follow(self.cluster, None, 0)
        events = self._tell("", lambda share: progress(_LOADED + share * (_LISTED - _LOADED)))
        for _, host in self.cluster.machines():
            host.write_volumes(self.api)
        events += self._tell("")
        self.cluster.network = Network(silent=self.cluster.components.heard_until)
        relink(self.cluster, self.api, 0)
        progress(_LISTED)
        if self.scenario.scheduler_running:
            self.start_scheduler()
        progress(_SCHEDULES)
        self._picture.update(self.api, self.cluster, events, 0)
        progress(_SHOWN)

    @property
    def picture(self) -> Picture:
        """The views at this step. Those that nobody has looked at are made now."""
        self.look()
        return self._picture

    def look(self) -> None:
        """Makes the views that nobody has looked at."""
        self._picture.look(self.api, self.cluster)

    # The heart: one step

    def step(self, *, full_frame: bool = True, until: float | None = None) -> Frame | None:
        """Takes turns until one makes a frame; None when nothing will happen any more, or when the next turn
        comes after virtual second `until`.

        Without `full_frame` nobody looks: the frame holds only its `seq`, and views may wait until somebody
        asks for the `picture`.
        """
        self._full_frames = full_frame
        if full_frame:
            self._picture.look(self.api, self.cluster)
        for _ in range(MAX_IDLE_TURNS):
            turn = self.next_turn()
            if turn is None or (until is not None and seconds(turn.at_ms) > until):
                return None
            frame = self.take(turn)
            if frame is not None:
                return frame
            self.idle_turns += 1
        raise RuntimeError(f"{MAX_IDLE_TURNS} turns up to {self.now_ms} ms without an act")

    def next_turn(self) -> Turn | None:
        """The earliest turn that is due; None when nothing more can happen."""
        turns: list[Turn] = []
        arrives_ms = self.cluster.delayed.next_ms()
        if arrives_ms is not None:
            turns.append(Turn(max(self.now_ms, arrives_ms), TurnKind.ARRIVAL))
        if self.next_input < len(self.scenario.inputs):
            turns.append(Turn(max(self.now_ms, self.scenario.inputs[self.next_input].at_ms), TurnKind.INPUT))
        upcoming = self.cluster.agenda.next(self.now_ms)
        if upcoming is not None:
            turns.append(Turn(upcoming[0], TurnKind.ACTOR, upcoming[1].name))
        return min(turns, default=None)

    def take(self, turn: Turn) -> Frame | None:
        """Moves the clock to the turn and carries it out; None when this makes no frame."""
        self.now_ms = turn.at_ms
        match turn.kind:
            case TurnKind.ARRIVAL:
                # What arrives is shown with the next act, apart from what was to be seen before.
                self._picture.look_at_pressure(self.api, self.cluster)
                deliver_due(self.cluster, self.now_ms)
                return None
            case TurnKind.INPUT:
                return self._give_scripted()
            case TurnKind.ACTOR:
                return self._let_act(turn.actor)

    def _let_act(self, name: str) -> Frame | None:
        earlier = None if self._full_frames else self._waiting_machine(name)
        act = act_of(self.cluster, name, self.api, self.now_ms, self.random)
        self.cluster.stir(name)
        if act is not None:
            return self._finish(self._with_request(act), name)
        if earlier is not None:
            self._picture.look_back(self.api, earlier)
        changes = self._settle(name)
        return self._frame(noticed(self.cluster, name, changes), changes) if changes else None

    def _waiting_machine(self, name: str) -> tuple[NodeActor, Node | None] | None:
        """The machine with its Node object before a turn, if views of it wait; None for all other actors.

        Whether an act that wrote nothing is a step depends on whether it changed what is to be seen.
        """
        host = self.cluster.agenda.actors[name]
        if isinstance(host, NodeActor) and host.node in self._picture.non_objects.unlooked:
            return host.copy(), self.api.nodes.get(host.node)
        return None

    def _with_request(self, act: Act) -> Act:
        """The act, with the request of its actor (to fence a machine) carried out as a part of it."""
        value = None if act.request is None else parse_input(act.request)
        if not isinstance(value, Untimed):
            return act
        outcome = carry_out(self.api, self.cluster, value, self.now_ms, random=self.random)
        if isinstance(outcome, Done):
            return act
        return replace(act, message=message("fencing.failed", node=act.focus_nodes))

    # Inputs

    def give(self, value: Untimed, at_ms: int | None = None) -> Frame | Refused | Problem:
        """Gives an input of a person, now or at a later time before the next turn. An input that is refused,
        or that names something that does not exist, changes nothing."""
        moment = self.now_ms if at_ms is None else max(self.now_ms, at_ms)
        self._full_frames = True
        self._picture.look(self.api, self.cluster)
        outcome = carry_out(self.api, self.cluster, value, moment, random=self.random)
        if not isinstance(outcome, Done):
            return outcome
        self.now_ms = moment
        self.api = outcome.api
        return self._finish(outcome.act, YOU)

    def _give_scripted(self) -> Frame:
        """Gives the next input of the script; a refused one becomes an act that says so."""
        value = self.scenario.inputs[self.next_input].input
        self.next_input += 1
        outcome = carry_out(self.api, self.cluster, value, self.now_ms, author=SCRIPT, random=self.random)
        if not isinstance(outcome, Done):
            return self._finish(scripted(failed(value, outcome)), SCRIPT)
        self.api = outcome.api
        return self._finish(outcome.act, SCRIPT)

    @property
    def scheduler_running(self) -> bool:
        return self.cluster.components.scheduler_name in self.cluster.agenda.actors

    def start_scheduler(self) -> None:
        """Starts a scheduler, which knows only what it lists from the API server."""
        self.cluster.down -= {SCHEDULER}
        follow(self.cluster, self.api, self.now_ms)

    # After an act

    def _finish(self, act: Act, author: str) -> Frame:
        return self._frame(act, self._settle(author, act))

    def _settle(self, author: str, act: Act | None = None) -> list[dict[str, Json]]:
        """Delivers the writes of `author` to all watchers and updates the picture. Returns the changes of the
        picture."""
        cause = Cause(self.seq + 1, NOTICE if act is None else act.kind)
        events = self._tell(author)
        if events or act is not None:
            hurry(self.cluster, self.now_ms)
        return self._picture.update(
            self.api,
            self.cluster,
            events,
            self.now_ms,
            act,
            cause,
            looked_at=self._full_frames,
        )

    def _tell(self, author: str, progress: Progress | None = None) -> list[WatchEvent]:
        events = self.api.drain_watch_events()
        self._writes += events
        tell(self.cluster, self.api, events, author, self.now_ms, progress)
        return events

    def _frame(self, act: Act, changes: Sequence[dict[str, Json]]) -> Frame:
        self.seq += 1
        self.written = self._step_writes()
        self.idle_turns, self._acted_ms = 0, self.now_ms
        self.summary, self._act = summary_of(self.seq, self.now_ms, act), act
        frame: Frame = {"seq": self.seq}
        if self._full_frames:
            frame = make_frame(self.seq, self.now_ms, act, changes)
        if act.decision is not None:
            self.decisions.remember(act.focus_pods[0], KeptDecision(self.seq, act.decision), self.api.pods)
        return frame

    def _step_writes(self) -> StepWrites:
        """What was written since the last frame."""
        version, recorded = self.api.resource_version, self.api.events_recorded
        changes = changes_of(self._writes, version)
        self._writes = []
        events = tuple((event, event.new) for event in self.api.drain_recorded_events())
        return StepWrites(self.seq, version, recorded, changes, events)

    def headline(self) -> Frame | None:
        """The frame of the last act with an empty list of changes; None at the start and in a copy that has
        not acted yet."""
        return None if self._act is None else make_frame(self.seq, self._acted_ms, self._act, ())

    def look_again(self, event: WatchEvent) -> None:
        """Has the picture show an object that was exchanged, which is no act."""
        self._picture.look(self.api, self.cluster)
        self._picture.update(self.api, self.cluster, [event], self.now_ms)

    # The whole state

    def snapshot(self) -> dict[str, Json]:
        """The state as on the wire, without `frame`, `last` and `decisions`, which the recording adds."""
        return {
            "seq": self.seq,
            "t": seconds(self.now_ms),
            "hash": self.hash(),
            **self.picture.snapshot(),
            "rules": rules_view(
                self.cluster.components.release,
                starts_without_requests=self._starts_without_requests,
                breaks=self._picture.safety.foretold.broken,
                nodes_apart=len(self._picture.safety.foretold.nodes),
            ),
        }

    def copy(self, *, checkpoint: bool = False) -> World:
        """Returns a copy of the world. A `checkpoint` is a copy that nobody changes; it shares tables with
        the last one.
        """
        twin = object.__new__(World)
        twin.scenario = self.scenario
        twin.seq = self.seq
        twin.now_ms = self.now_ms
        twin.random = self.random.copy()
        twin.next_input = self.next_input
        twin.summary, twin._act = self.summary, None
        twin._acted_ms, twin.idle_turns = self._acted_ms, self.idle_turns
        twin._full_frames = False
        twin.api = self.api.copy()
        twin._writes, twin.written = list(self._writes), None
        twin._starts_without_requests = self._starts_without_requests
        twin.cluster = self.cluster.copy(checkpoint=checkpoint)
        twin._picture = self._picture.copy()
        twin.decisions = self.decisions.copy()
        return twin

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the cluster and the run, always in the same order; for checkpoints."""
        return [*self.api.large_tables(), *self._picture.board.large_tables()]

    def hash(self) -> str:
        """sha256 (hex) of everything that decides how the run goes on."""
        content: dict[str, Json] = {
            "seq": self.seq,
            "now": self.now_ms,
            "chance": self.random.word,
            "input": self.next_input,
            "api": self.api.fingerprint(),
            **self.cluster.fingerprint(),
        }
        prompt = self.cluster.prompt
        if prompt is not None and prompt.at_ms == self.now_ms:
            content["prompt"] = prompt.left
        # "actors" is the first of the sorted keys.
        text = f'{{"actors":{self.cluster.agenda.fingerprint()},{canonical(content)[1:]}'
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
