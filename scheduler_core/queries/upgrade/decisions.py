"""Every pod of a run scheduled again under two releases, and which decisions fall otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from scheduler_core.engine.world import World
from scheduler_core.kubelet.types.critical_pods import is_mirror
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release
from scheduler_core.queries.upgrade.outcomes import (
    BOUND,
    NOMINATED,
    PENDING,
    Outcome,
    QueueRun,
    ReleaseScheduler,
)
from scheduler_core.queries.upgrade.responsible import Responsible
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugins
from scheduler_core.scheduler.scheduler import Scheduler

MOVED, SETTLED, DRAWN, FITS, REFUSED, PREEMPTS, TEXT = (
    "moved", "settled", "drawn", "fits", "refused", "preempts", "text"
)  # fmt: skip
CHANGES = (FITS, REFUSED, PREEMPTS, MOVED, SETTLED, DRAWN, TEXT)
"""How a decision falls otherwise: the pod fits only now, or fits no more; it preempts, or preempts others;
another node; one node where a toss decided; a toss between other nodes; another message."""
MOST_SEEDS, MOST_PLAYED = 20, 1000
"""With so many seeds the pending pods are scheduled, and with fewer where there are more of them."""
_MOST_NODES = 8
"""The largest number of nodes of an outcome that a row names."""


class Rescheduled:
    """The pods of a world under the releases `then` and `now`.

    Pending pods are scheduled one after the other as they wait in the queue; a bound pod is taken off its
    node and scheduled alone, as if its owner made it again. The work is cut into `units`, numbered from 0,
    each with the rows of its decisions that fall otherwise.
    """

    def __init__(
        self,
        world: World,
        configuration: Configuration,
        plugins: OwnPlugins,
        then: Release,
        now: Release,
    ) -> None:
        self._configuration, self._plugins = configuration, plugins
        self._then = ReleaseScheduler(world, configuration, plugins, then)
        self._now = ReleaseScheduler(world, configuration, plugins, now)
        self._order = {key: number for number, key in enumerate(world.api.pods)}
        self._responsible = Responsible[Outcome](then, now)
        self._profiles: dict[Release, Scheduler] = {}
        self._queues: tuple[list[QueueRun], list[QueueRun]] = ([], [])
        self._rows: dict[int, list[Json]] = {}

    @cached_property
    def pending(self) -> list[str]:
        """The keys of the pods that wait, in the order of the queue."""
        keys = [pod.key for pod in self._mine() if not pod.node_name]
        pods = self._then.pods
        return sorted(keys, key=lambda key: (-pods[key].priority, self._order[key]))

    @cached_property
    def bound(self) -> list[str]:
        """The keys of the pods on a node that a scheduler would place again, those of a workload together."""
        keys = [(owner_of(pod), pod.key) for pod in self._mine() if pod.node_name and not is_mirror(pod)]
        return [key for _, key in sorted(keys)]

    def _mine(self) -> Iterator[Pod]:
        """The pods that are not about to go and for which a profile of the scheduler is responsible."""
        for info in self._then.pods.values():
            if not info.terminating and self._then.profile_of(info) is not None:
                yield info.pod

    @property
    def _seeds(self) -> int:
        return max(1, min(MOST_SEEDS, MOST_PLAYED // max(1, len(self.pending)))) if self.pending else 0

    @property
    def _queue_units(self) -> int:
        return 2 * self._seeds

    @property
    def units(self) -> int:
        return self._queue_units + len(self.bound)

    @property
    def pods(self) -> int:
        return len(self.pending) + len(self.bound)

    def examined(self, unit: int) -> int:
        """The number of pods that are done when all units before this one are."""
        if unit < self._queue_units:
            return 0
        return len(self.pending) + unit - self._queue_units

    def rows(self, unit: int) -> list[Json]:
        """The decisions of a unit that fall otherwise: `{"pod", "owner", "change", "at", "then", "now",
        "rows", "follows"}`.

        `change` is one of CHANGES, `at` the pod's present node. `then` and `now` are `{"result", "nodes",
        "count", "victims", "text"}`. `rows` are the responsible fields of `Release`; where the pod alone
        fares alike, `follows` is the first pod of the queue that does not.
        """
        if unit not in self._rows:
            if unit < self._queue_units:
                self._rows[unit] = self._queue_rows(unit)
            else:
                row = self._bound_row(self.bound[unit - self._queue_units])
                self._rows[unit] = [] if row is None else [row]
        return self._rows[unit]

    # Pending pods

    def _queue_rows(self, unit: int) -> list[Json]:
        """Plays the queue once more; the last unit compares what was played."""
        seed, which = unit // 2 + 1, unit % 2
        queues, side = self._queues[which], (self._then, self._now)[which]
        if not queues or queues[-1].tossed:
            queues.append(QueueRun(side, self.pending, seed))
        if unit + 1 < self._queue_units:
            return []
        rows: list[Json] = []
        first = ""
        for key in self.pending:
            was, is_ = (_ways([queue.outcomes[key] for queue in queues]) for queues in self._queues)
            if was == is_:
                continue
            pod = self._then.pods[key]
            alone = self._then.outcome(pod), self._now.outcome(self._now.pods[key])
            names = self._causes(key, *alone, waits=True) if alone[0] != alone[1] else ()
            rows.append(self._row(key, _joined(was), _joined(is_), names, "" if names else first))
            first = first or key
        return rows

    # Pods on nodes

    def _bound_row(self, key: str) -> Json:
        self._then.without(key)
        self._now.without(key)
        was, is_ = self._then.outcome(self._then.fresh(key)), self._now.outcome(self._now.fresh(key))
        names = () if was == is_ else self._causes(key, was, is_, waits=False)
        self._then.with_again(key)
        self._now.with_again(key)
        return None if was == is_ else self._row(key, was, is_, names)

    def _causes(self, key: str, was: Outcome, is_: Outcome, *, waits: bool) -> tuple[str, ...]:
        def result(release: Release) -> Outcome:
            info = self._then.pods[key] if waits else self._then.fresh(key)
            return self._then.outcome(info, self._profile(release, info))

        return self._responsible.of(was, is_, result)

    def _profile(self, release: Release, pod: PodInfo) -> Profile:
        scheduler = self._profiles.get(release)
        if scheduler is None:
            scheduler = self._profiles[release] = Scheduler(self._configuration, self._plugins, release)
        return scheduler.profile_of(pod)

    def _row(
        self, key: str, was: Outcome, is_: Outcome, names: Sequence[str], follows: str = ""
    ) -> dict[str, Json]:
        pod = self._then.pods[key].pod
        return {
            "pod": key,
            "owner": owner_of(pod) or None,
            "change": _change(was, is_),
            "at": pod.node_name or None,
            "then": _side(was),
            "now": _side(is_),
            "rows": list(names),
            "follows": follows or None,
        }


def owner_of(pod: Pod) -> str:
    """`Kind namespace/name` of the controller of a pod, a Deployment for its ReplicaSets; "" without one."""
    owner = pod.meta.controller
    if owner is None:
        return ""
    hashed = pod.labels.get("pod-template-hash")
    kind, name = owner.kind, owner.name
    if kind == "ReplicaSet" and hashed and name.endswith(f"-{hashed}"):
        kind, name = "Deployment", name.removesuffix(f"-{hashed}")
    return f"{kind} {pod.namespace}/{name}"


def _ways(outcomes: Sequence[Outcome]) -> frozenset[Outcome]:
    return frozenset(outcomes)


def _joined(ways: frozenset[Outcome]) -> Outcome:
    """Several outcomes of one pod as one: the nodes of all of them, and the rest of the one that is the best
    for the pod."""
    best = min(ways, key=lambda way: ((BOUND, NOMINATED, PENDING).index(way.result), way.nodes, way.text))
    nodes = Counter(node for way in ways for node in way.nodes)
    text = best.text or next((way.text for way in ways if way.text), "")
    return Outcome(best.result, tuple(sorted(nodes)), best.victims, text)


def _change(was: Outcome, is_: Outcome) -> str:
    if was.result != is_.result:
        if is_.result == PENDING:
            return REFUSED
        return FITS if was.result == PENDING else PREEMPTS
    if was.nodes == is_.nodes:
        return TEXT if was.victims == is_.victims else PREEMPTS
    if not set(was.nodes) & set(is_.nodes):
        return MOVED
    return SETTLED if len(is_.nodes) == 1 else DRAWN


def _side(outcome: Outcome) -> dict[str, Json]:
    return {
        "result": outcome.result,
        "nodes": list(outcome.nodes[:_MOST_NODES]),
        "count": len(outcome.nodes),
        "victims": list(outcome.victims[:_MOST_NODES]),
        "text": outcome.text,
    }
