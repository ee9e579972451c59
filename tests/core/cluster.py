"""A small cluster for tests of one room: an API server, actors, and a clock that goes from act to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from scheduler_core.actor import Act, Actor, message
from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Result, ServerOptions, WatchEvent
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from tests.builders import api_object

START = 1_893_456_000_000  # 2030-01-01T00:00:00Z


def new_server(*, default_tolerations: bool = False, release: Release = BASELINE) -> ApiServer:
    options = ServerOptions(default_tolerations=default_tolerations, release=release)
    return ApiServer(start_at=START, seed=1, options=options)


def server_with_node(name: str) -> ApiServer:
    """A server that knows one roomy node."""
    api = new_server()
    stored(
        load(
            api,
            "Node",
            api_object(
                "Node",
                name,
                status={
                    "capacity": {"cpu": "64", "memory": "256Gi", "pods": "110"},
                    "conditions": [{"type": "Ready", "status": "True"}],
                },
            ),
        )
    )
    return api


def load(api: ApiServer, kind: str, manifest: Manifest, now_ms: int = 0) -> Result:
    """Loads an object as a scenario does: with its defaults, without validation."""
    return api.load(kind, with_defaults(kind, manifest), now_ms)


def stored(result: Result) -> Manifest:
    assert isinstance(result, Ok), result
    return result.object.manifest


@dataclass
class TimedAct:
    """One act with its time in seconds."""

    t: float
    act: Act


class InstantScheduler:
    """Binds every pod to one node at once."""

    rank = 30
    name = "kube-scheduler"
    watches = frozenset(KINDS)

    def __init__(self, node: str) -> None:
        self._node = node
        self._waiting: dict[str, int] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Pod":
            self._waiting.pop(event.key, None)
            if event.new is not None and not event.new.node_name:  # type: ignore[union-attr]
                self._waiting[event.key] = now_ms

    def next_ms(self, now_ms: int) -> int | None:
        return min(self._waiting.values(), default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        key = next(iter(self._waiting))
        del self._waiting[key]
        namespace, _, name = key.partition("/")
        api.bind(namespace, name, self._node, now_ms)
        return Act("scheduler", self.name, "bind", message("bound", pod=name))

    def copy(self) -> InstantScheduler:
        twin = InstantScheduler(self._node)
        twin._waiting = dict(self._waiting)
        return twin

    def fingerprint(self) -> Json:
        return list(self._waiting)


@dataclass
class Cluster:
    """Plays actors against an API server. `act_log` collects what they did."""

    api: ApiServer
    actors: Sequence[Actor]
    now_ms: int = 0
    random: Random = field(default_factory=lambda: Random(1))
    act_log: list[TimedAct] = field(default_factory=list)

    def settle(self) -> None:
        for event in self.api.drain_watch_events():
            for actor in self.actors:
                actor.observe(event, self.now_ms)

    def do(self, change: Callable[[ApiServer, int], Result]) -> Result:
        """A write from outside, now."""
        result = change(self.api, self.now_ms)
        self.settle()
        return result

    def delete(self, name: str, **options: int | bool) -> Result:
        sent = DeleteOptions(**options)  # type: ignore[arg-type]
        return self.do(lambda api, now: api.delete("Pod", f"default/{name}", sent, now))

    def play(self, until_s: float = 1_000.0) -> list[TimedAct]:
        """Acts until `until_s` (then the clock stands there) or until nothing is left; returns new ones."""
        self.settle()
        first = len(self.act_log)
        for _ in range(10_000):
            due = [
                (max(at, self.now_ms), actor.rank, place)
                for place, actor in enumerate(self.actors)
                if (at := actor.next_ms(self.now_ms)) is not None
            ]
            if not due or min(due)[0] > until_s * 1000:
                break
            at, _, place = min(due)
            self.now_ms = at
            act = self.actors[place].act(self.api, at, self.random)
            if act is not None:
                self.act_log.append(TimedAct(at / 1000, act))
            self.settle()
        else:
            raise AssertionError("the cluster never comes to rest")
        self.now_ms = max(self.now_ms, round(until_s * 1000)) if until_s < 1_000 else self.now_ms
        return self.act_log[first:]

    def acts(self) -> list[tuple[float, str, str]]:
        """(seconds, kind, message id) of all acts so far."""
        return [(text.t, text.act.kind, text.act.message.id) for text in self.act_log]
