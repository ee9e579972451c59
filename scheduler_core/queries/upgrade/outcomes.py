"""What the scheduler of a release would do with a pod of a run, at one step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugins, PluginFailedError
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.chance import SeededRandom
from scheduler_core.simulation.cluster.running_actors import listing

BOUND, NOMINATED, PENDING = "bound", "nominated", "pending"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a pod: BOUND, NOMINATED or PENDING. `nodes` are those between which chance decides,
    sorted; one where nothing is left to chance, none for a pending pod. `victims` are the keys of the pods
    that preemption would remove, `text` is the message of FailedScheduling.
    """

    result: str
    nodes: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()
    text: str = ""


class ReleaseScheduler:
    """The scheduler of one release with its view of a world, as a newly started one has it after listing the
    objects. It decides and writes nothing.
    """

    def __init__(
        self, world: World, configuration: Configuration, plugins: OwnPlugins, release: Release
    ) -> None:
        self.release = release
        self.scheduler = Scheduler(configuration, plugins, release)
        for event in listing(world.api):
            self.scheduler.observe(event, world.now_ms)
        self.snapshot = self.scheduler.view.snapshot
        self.nominator = self.scheduler.queue.nominator
        self._memos: dict[int, Memo] = {}
        self._fresh: dict[str, PodInfo] = {}

    @property
    def pods(self) -> Mapping[str, PodInfo]:
        """All pods that have not finished, by key."""
        return self.scheduler.view.pods

    def profile_of(self, pod: PodInfo) -> Profile | None:
        """The profile that is responsible for a pod; None where another scheduler is."""
        try:
            return self.scheduler.profile_of(pod)
        except KeyError:
            return None

    def decide(self, pod: PodInfo, picks: Picks, profile: Profile | None = None) -> Decision:
        """The decision about a pod that is not on a node; `profile` may be one of another release."""
        profile = profile or self.scheduler.profile_of(pod)
        memo = self._memos.get(id(profile))
        if memo is None:  # which keeps the profile, so that its id stays its own
            memo = self._memos[id(profile)] = Memo(profile)
        attempt = Attempt(picks=picks, trace=False, memo=memo)
        try:
            return decide(self.snapshot, pod, profile, self.nominator, attempt)
        except PluginFailedError as error:
            return Decision(pod.key, "error", fit_error=str(error))

    def outcome(self, pod: PodInfo, profile: Profile | None = None) -> Outcome:
        """What becomes of a pod that is not on a node, with all nodes that chance may choose."""
        gate = self.gate(pod, profile)
        if gate:
            return Outcome(PENDING, text=gate)
        drawn: list[Sequence[str]] = []

        def note(names: Sequence[str]) -> str:
            drawn.append(names)
            return names[0]

        return outcome_of(self.decide(pod, Picks(note, note), profile), drawn)

    def gate(self, pod: PodInfo, profile: Profile | None = None) -> str:
        """Why a pod does not enter the queue; "" where it does."""
        profile = profile or self.scheduler.profile_of(pod)
        for plugin in profile.pre_enqueue:
            status = plugin.pre_enqueue(self.snapshot, pod, frozenset())
            if status.code is not Code.SUCCESS:
                return status.message
        return ""

    def fresh(self, key: str) -> PodInfo:
        """The pod as a new one that its owner creates in this release: without node, status and deletion."""
        fresh = self._fresh.get(key)
        if fresh is None:
            fresh = self._fresh[key] = new_pod(self.pods[key], self.release)
        return fresh

    def without(self, key: str) -> None:
        """Takes a bound pod off its node."""
        self.snapshot.remove_pod(self.pods[key])

    def with_again(self, key: str) -> None:
        """Puts the pod back."""
        self.snapshot.add_pod(self.pods[key])


def outcome_of(decision: Decision, drawn: Iterable[Sequence[str]] = ()) -> Outcome:
    """The outcome of a decision; `drawn` are the names between which each of its picks chose."""
    if decision.node is None:
        return Outcome(PENDING, text=decision.message)
    names = next((tuple(sorted(names)) for names in drawn if decision.node in names), (decision.node,))
    if decision.result == BOUND:
        return Outcome(BOUND, names)
    preemption = None if decision.post_filter is None else decision.post_filter.preemption
    candidate = None if preemption is None else preemption.candidate(decision.node)
    victims = () if candidate is None else tuple(victim.pod for victim in candidate.victims)
    return Outcome(NOMINATED, names, victims, decision.message)


def new_pod(info: PodInfo, release: Release) -> PodInfo:
    """A pod of the same shape that was not scheduled yet, with the fields that the release knows."""
    pod = info.pod
    claims = pod.status_manifest.get("resourceClaimStatuses")
    metadata = {
        name: value
        for name, value in pod.metadata_manifest.items()
        if name not in ("deletionTimestamp", "deletionGracePeriodSeconds")
    }
    spec = {name: value for name, value in pod.spec_manifest.items() if name != "nodeName"}
    unbound: Manifest = {
        **pod.manifest,
        "metadata": metadata,
        "spec": spec,
        "status": {} if claims is None else {"resourceClaimStatuses": claims},
    }
    trimmed = with_known_fields("Pod", unbound, release, keeps_priority=True)
    fresh = PodInfo.of(Pod.parse(trimmed), release=release)
    return replace(fresh, priority=info.priority)


class QueueRun:
    """The pending pods of a run, scheduled one after the other in the order of the queue with one seed.

    `outcomes` has the first decision about each pod, and `tossed` says whether chance decided anything.
    """

    def __init__(self, side: ReleaseScheduler, pending: Sequence[str], seed: int) -> None:
        self._side = side
        self._random = SeededRandom(seed)
        self._drawn: list[Sequence[str]] = []
        self.tossed = False
        self.outcomes = self._play(pending)

    def _pick(self, names: Sequence[str]) -> str:
        self.tossed = self.tossed or len(names) > 1
        self._drawn.append(names)
        return names[self._random.randrange(len(names))]

    def _play(self, pending: Sequence[str]) -> dict[str, Outcome]:
        """Places each pod that fits; the view is as before in the end."""
        side, outcomes = self._side, dict[str, Outcome]()
        placed: list[PodInfo] = []
        for key in pending:
            pod = side.pods[key]
            gate = side.gate(pod)
            if gate:
                outcomes[key] = Outcome(PENDING, text=gate)
                continue
            self._drawn = []
            decision = side.decide(pod, Picks(self._pick, self._pick))
            outcomes[key] = outcome_of(decision, self._drawn)
            if decision.node is None:
                continue
            side.nominator.delete(pod)
            if decision.result == BOUND:
                placed.append(pod.on(decision.node))
                side.snapshot.add_pod(placed[-1])
            else:
                side.nominator.add(pod, decision.node)
        for info in reversed(placed):
            side.snapshot.remove_pod(info)
        for key in pending:
            side.nominator.delete(side.pods[key])
            side.nominator.add(side.pods[key])
        return outcomes
