"""What tests of controllers share: workloads, a kubelet without time of its own, and what happened when."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver import ApiServer, DeleteOptions, WatchEvent
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find
from scheduler_core.objects.pod import Pod
from tests.core.cluster import Cluster, InstantScheduler, new_server
from tests.core.kubectl_writes import apply as kubectl_apply

STARTS_MS, EXITS_MS = 1_000, 2_000


class QuickKubelet:
    """Runs every bound pod: ready after 1 s, gone 2 s after it was asked to go."""

    rank = 40
    name = "kubelet"
    watches = frozenset(KINDS)

    def __init__(self) -> None:
        self._due: dict[str, tuple[int, str]] = {}
        self.deaf: set[str] = set()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind != "Pod":
            return
        new = event.new
        if not isinstance(new, Pod) or new.name in self.deaf:
            self._due.pop(event.key, None)
        elif new.terminating:
            if new.node_name and self._due.get(event.key, (0, ""))[1] != "gone":
                self._due[event.key] = (now_ms + EXITS_MS, "gone")
        elif new.node_name and new.status.phase == "Pending" and event.key not in self._due:
            self._due[event.key] = (now_ms + STARTS_MS, "ready")

    def next_ms(self, now_ms: int) -> int | None:
        return min((due for due, _ in self._due.values()), default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        key = min(self._due, key=lambda one: self._due[one][0])
        _, what = self._due.pop(key)
        if key not in api.pods:
            return None
        if what == "gone":
            api.delete("Pod", key, DeleteOptions(grace_period_seconds=0), now_ms)
        else:
            ready: Json = {"type": "Ready", "status": "True"}
            api.patch_pod_status(key, {"phase": "Running"}, now_ms, (ready,))  # type: ignore[arg-type]
        return Act("kubelet", self.name, what, message(what, pod=key))

    def copy(self) -> QuickKubelet:
        twin = QuickKubelet()
        twin._due = dict(self._due)
        twin.deaf = set(self.deaf)
        return twin

    def fingerprint(self) -> Json:
        return [[key, *due] for key, due in self._due.items()]


def cluster(*controllers: object, node: str = "n1") -> Cluster:
    """A cluster with an instant scheduler, a quick kubelet and these controllers."""
    actors = [InstantScheduler(node), QuickKubelet(), *controllers]
    return Cluster(new_server(), actors)  # type: ignore[arg-type]


def kubelet_of(play: Cluster) -> QuickKubelet:
    return next(actor for actor in play.actors if isinstance(actor, QuickKubelet))


def apply(play: Cluster, manifest: Manifest) -> None:
    from tests.core.cluster import stored

    stored(play.do(lambda api, now: kubectl_apply(api, manifest, now)))


def status(play: Cluster, kind: str, name: str, *fields: str) -> tuple[Json, ...]:
    """These fields of an object's status, None for each that is missing."""
    stored_object = play.api.get(kind, f"default/{name}")
    assert stored_object is not None, f"no {kind} {name}"
    return tuple(find(stored_object.manifest, "status", field) for field in fields)


def names(play: Cluster, chosen: Callable[[Pod], bool] = lambda pod: True) -> list[str]:
    return [pod.name for pod in play.api.pods.values() if chosen(pod)]


def events(play: Cluster, kind: str, name: str) -> list[tuple[str, str, int]]:
    """(reason, message, count) of an object's events."""
    return [
        (event.reason, event.message, event.count) for event in play.api.events_about(kind, f"default/{name}")
    ]


def finish(play: Cluster, name: str, phase: str, **status: Json) -> None:
    """The kubelet reports that a pod has ended."""
    not_ready: Json = {"type": "Ready", "status": "False"}
    play.do(
        lambda api, now: api.patch_pod_status(
            f"default/{name}",
            {"phase": phase, **status},
            now,
            (not_ready,),  # type: ignore[arg-type]
        )
    )
