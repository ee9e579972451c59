"""Random clusters under random commands and faults: the promises hold after every act, and once all is healed
the cluster comes to rest as it should be.

`make soak` plays many more than the test suite does; see CONTRIBUTING.md.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from scheduler_core import Problem, Refused, parse_input
from scheduler_core.board.pressure.node_need import need_view, transition_key
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import TimedInput
from scheduler_core.objects.hashing import canonical
from tests.core.browser_frames import apply_frame, model_of
from tests.core.builders import BESIDE, afresh
from tests.core.play import scenario_from
from tests.core.soak.clusters import clusters
from tests.core.soak.commands import Command, commands, faults, filled
from tests.core.soak.invariants import Watcher, healthy
from tests.core.soak.rest import assert_at_rest, healing, letting_go

MANY_ACTS = 400
"""No single wait in a test takes more."""
REST_ACTS, REST_MS = 20_000, 6 * 3_600_000
EXAMPLES = int(os.environ.get("PODIUM_SOAK", "0"))
"""How many clusters a soak plays; 0: the few of the test suite, always the same."""


class Soak(RuleBasedStateMachine):
    """One cluster and what is done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.world: World | None = None
        self.watcher = Watcher()
        self.moment = 0
        # Set while something is checked: what failed once needs no rest.
        self.failed = False
        self.model: dict[str, Any] = {}

    @initialize(documents=clusters())
    def start(self, documents: list[dict[str, Any]]) -> None:
        self.world = World(scenario_from(documents))
        self.watcher.begin(self.world)
        self.model = model_of(self.world.snapshot())

    # What is done

    @rule(command=commands, place=st.integers(0, 30))
    def command(self, command: Command, place: int) -> None:
        self._give(command, place)

    @rule(command=faults)
    def fault(self, command: Command) -> None:
        self._give(command, 0)

    @rule(number=st.integers(1, 12))
    def some_acts(self, number: int) -> None:
        for _ in range(number):
            if not self._step():
                return

    @rule(seconds=st.sampled_from((1, 7, 30, 30, 61, 200, 400)))
    def some_time(self, seconds: int) -> None:
        self._until(self._world.now_ms + seconds * 1000, MANY_ACTS)

    @rule()
    def looked_at_anew(self) -> None:
        """Every view is what it would be made afresh, and a copy is the same world."""
        self._look_anew()

    def teardown(self) -> None:
        if self.world is None or self.failed:
            return
        for _ in range(2):
            # Again after a while: a shutdown that had begun turns its machine off.
            for command in list(healing(self._world)):
                self._give(command, 0)
            self._until(self._world.now_ms + 600_000, REST_ACTS)
        while True:
            self._until(self._world.now_ms + REST_MS, REST_ACTS)
            loose = list(letting_go(self._world))
            if not loose:
                break
            for command in loose:
                self._give(command, 0)
        self._look_anew()
        assert_at_rest(self._world)

    # How

    @property
    def _world(self) -> World:
        assert self.world is not None
        return self.world

    def _give(self, command: Command, place: int) -> None:
        # On a copy: what is refused leaves no trace, and a copy goes on as what it was copied from.
        world = self._world.copy()
        full = filled(command, list(world.api.pods), place)
        if full is not None and full["kind"] == "image":
            full = _with_image(world, full)
        if full is None:
            return
        value = parse_input(full)
        assert not isinstance(value, Problem), (full, value)
        moment = max(world.now_ms, self.moment)
        room = _room(world, full)
        frame = give(world, TimedInput(moment, value))  # type: ignore[arg-type]
        if isinstance(frame, Refused | Problem):
            return
        self.world = world
        assert room is None or room > 0, f"{full} leaves its budget one short"
        self.watcher.by_force = _asks_for_force(full)
        self._see(frame)
        self.watcher.by_force = False

    def _step(self) -> bool:
        frame = self._world.step()
        if frame is not None:
            self._see(frame)
        return frame is not None

    def _see(self, frame: dict[str, Any]) -> None:
        self.failed = True
        self.watcher.look(self._world, frame)
        apply_frame(self.model, frame)
        self.failed = False

    def _until(self, end_ms: int, most: int) -> bool:
        """Plays up to a time; False: it does not get there with that many acts."""
        for _ in range(most):
            turn = self._world.next_turn()
            if turn is None or turn.at_ms > end_ms:
                self.moment = end_ms
                return True
            if not self._step():
                return True
        return False

    def _look_anew(self) -> None:
        world = self._world
        shown = model_of(world.snapshot())
        # Actors may have looked since the last act, and found nothing to do.
        self.model["t"] = shown["t"]
        assert shown == self.model, _differing(self.model, shown)
        kept = {
            key: view
            for key, view in _of_objects(world.picture.board.views)
            if view.get("registered") is not False
        }
        made = dict(_of_objects(afresh(world).views))
        assert made == kept, [
            (key, field, shown, made.get(key, {}).get(field))
            for key, view in kept.items()
            for field, shown in view.items()
            if made.get(key, {}).get(field) != shown
        ]
        views = world.picture.board.views
        for (kind, name), view in views.items():
            if kind == "node":
                timer = views.get(("timer", transition_key(name)))
                assert view["need"] == need_view(view, views.get(("pressure", name)), timer), name
        assert world.copy().hash() == world.hash()


def _of_objects(views: Mapping[Any, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The views of objects, without what they show of views that are no object's (`need_view`)."""
    for key, view in views.items():
        if key[0] not in BESIDE:
            yield key, {name: value for name, value in view.items() if name != "need"}


def _differing(before: dict[str, Any], after: dict[str, Any]) -> list[Any]:
    return [
        (kind, key, (before.get(kind) or {}).get(key), view)
        for kind, views in after.items()
        if isinstance(views, dict)
        for key, view in views.items()
        if (before.get(kind) or {}).get(key) != view
    ]


def _room(world: World, command: Command) -> int | None:
    """By how many the ready pods exceed what the budget of a pod that is to be evicted needs. None: nobody
    can say, or it does not matter: the pod is not ready, or the budget's controller has not seen all yet.
    """
    pod = world.api.pods.get(command["pod"]) if command["kind"] == "evict" else None
    turn = world.next_turn()
    observed = "disruption-controller" in world.cluster.agenda.actors and not world.cluster.delayed
    if pod is None or pod.terminating or not pod.ready or not observed:
        return None
    if turn is not None and turn.at_ms <= world.now_ms + 1_000:
        return None
    counts = [
        counted
        for key, budget in world.api.objects("PodDisruptionBudget").items()
        if budget.meta.namespace == pod.namespace and budget.selector.matches(pod.labels)  # type: ignore[union-attr]
        if (counted := healthy(world, key)) is not None
    ]
    return counts[0][0] - counts[0][1] if len(counts) == 1 else None


def _asks_for_force(command: Command) -> bool:
    """Whether a person takes it on himself that nothing of a pod runs any more."""
    return bool(command.get("force")) or (
        command["kind"] == "evict" and command.get("gracePeriodSeconds") == 0
    )


def _with_image(world: World, command: Command) -> Command | None:
    """`kubectl set image`: the workload as it is stored, but for its image."""
    target = command["object"]
    stored = world.api.get(target["kind"], f"{target['namespace']}/{target['name']}")
    if stored is None:
        return None
    manifest: Any = json.loads(canonical(stored.manifest))
    manifest.pop("status", None)
    manifest["spec"]["template"]["spec"]["containers"][0]["image"] = command["image"]
    return {"kind": "apply", "documents": [manifest]}


Soak.TestCase.settings = settings(
    max_examples=EXAMPLES or 20,
    stateful_step_count=50 if EXAMPLES else 30,
    derandomize=not EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
    # A cluster takes minutes to shrink: a failure would look like a test that hangs.
    phases=tuple(phase for phase in Phase if EXAMPLES or phase is not Phase.shrink),
)
TestSoak = Soak.TestCase
