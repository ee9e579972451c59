"""How often each group was tried, and when it is tried again.

A group that does not fit is tried some thousands of times a second while nothing else waits. Attempts that
would find the same cluster are counted here, not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import Backend
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.event_handlers import Announcement
from scheduler_core.scheduler.framework.events import Resource
from scheduler_core.scheduler.groups.cycle_view import GroupCycleView

TRIES_PER_SECOND = 4_000
"""How often a real scheduler tries a group that does not fit while nothing else waits (seen: 114 701 cycles
in 28 s)."""
WRITES_MS = 10
"""How long a cycle takes whose result is written: the scheduler waits for each answer of the API server."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How often a group was tried: `played` cycles, and `folded` ones that would have found the same cluster.
    It is tried again and again since `since_ms`, None when it is not. `last` is what came of the last cycle,
    which ended at `free_ms`. `due_ms` is the time of the next one that is played, None while nothing
    changes."""

    played: int = 0
    folded: int = 0
    since_ms: int | None = None
    last: tuple[object, ...] = ()
    free_ms: int = 0
    due_ms: int | None = None
    view: GroupCycleView | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Attempts of a group, within so many seconds, that were not played and still need their act."""

    key: str
    tries: int
    seconds: int


class GroupTries:
    """The attempts of all groups. `writes_ms` is how long a cycle takes whose result is written."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._by_key: dict[str, Tries] = {}
        self._notes: list[Note] = []
        self._version = (-1, -1)
        self.writes_ms = WRITES_MS

    def copy(self, backend: Backend) -> GroupTries:
        copy = GroupTries(backend)
        copy._by_key = dict(self._by_key)
        copy._notes = list(self._notes)
        copy._version = self._version
        copy.writes_ms = self.writes_ms
        return copy

    def of(self, key: str) -> Tries:
        """The attempts of one group; empty where it was not tried."""
        return self._by_key.get(key, Tries())

    @property
    def noted(self) -> bool:
        """Whether attempts that were not played still need their act."""
        return bool(self._notes)

    def next_note(self) -> Note | None:
        """Takes out the oldest note; None where there is none."""
        return self._notes.pop(0) if self._notes else None

    def next_ms(self, now_ms: int) -> int | None:
        """The time (ms) at which a group is tried again; None where none waits for its time."""
        due = [entry.due_ms for entry in self._by_key.values() if entry.due_ms is not None]
        return max(min(due), now_ms) if due else None

    def count(self, key: str, now_ms: int) -> tuple[int, int]:
        """How often the group was tried so far, and how often in the last second."""
        entry = self.of(key)
        if entry.since_ms is None:
            return entry.played + entry.folded, 0
        folded = TRIES_PER_SECOND * (now_ms - entry.since_ms) // 1000
        return entry.played + entry.folded + folded, min(folded, TRIES_PER_SECOND)

    def played(self, key: str) -> int:
        """How often the group was tried, without those attempts of the present series that are not played."""
        entry = self.of(key)
        return entry.played + entry.folded

    def spins(self, key: str) -> bool:
        """Whether the group is tried again and again without a change in the cluster."""
        return self.of(key).since_ms is not None

    def last(self, key: str) -> GroupCycleView | None:
        """The last cycle of the group; None where it was not tried."""
        return self.of(key).view

    def spins_since_ms(self, key: str) -> int | None:
        """Since when (ms) the group is tried again and again without a change; None when it is not."""
        return self.of(key).since_ms

    def resume(self, now_ms: int) -> None:
        """Something changed: groups that are tried again and again are tried anew."""
        if self._backend.queue.tables.spinning:
            for key, entry in self._by_key.items():
                if entry.since_ms is not None and entry.due_ms is None:
                    self._by_key[key] = replace(entry, due_ms=max(now_ms, entry.free_ms))

    def concerned_by(self, announcement: Announcement) -> bool:
        """Whether groups that are tried again and again may come out differently after the event. A binding
        that became visible changes nothing, nor does a new status of a pod that they cannot preempt: the pod
        counted on its node before."""
        event = announcement.event
        old = announcement.assumed if announcement.assumed is not None else event.old
        new = event.new
        if event.resource is not Resource.ASSIGNED_POD:
            return True
        if not isinstance(old, PodInfo) or not isinstance(new, PodInfo):
            return True
        return not counts_alike(old, new) or any(
            self._may_look_at(queued.pod, old, new) for queued in self._backend.queue.tables.spinning.values()
        )

    def _may_look_at(self, pod: PodInfo, old: PodInfo, new: PodInfo) -> bool:
        """Whether a pod that waits reads what differs in two versions of one on a node: its labels, or its
        status, by which victims are ordered."""
        spec = pod.pod.spec
        selects = pod.has_affinity or bool(spec.topology_spread_constraints)
        group = self._backend.view.snapshot.pod_groups.of(pod)
        priority = max(pod.priority, 0 if group is None else group.priority)
        return priority > new.priority or (selects and old.labels != new.labels)

    def wake(self, now_ms: int) -> None:
        """Gives the groups whose time has come back to the queue."""
        queue = self._backend.queue
        for key, entry in self._by_key.items():
            if entry.due_ms is None or entry.due_ms > now_ms or entry.since_ms is None:
                continue
            queue.resume(key)
            seconds, rest = divmod(now_ms - entry.since_ms, 1000)
            folded = TRIES_PER_SECOND * seconds + TRIES_PER_SECOND * rest // 1000
            self._by_key[key] = replace(entry, folded=entry.folded + folded, since_ms=None, due_ms=None)
            if seconds:
                self._notes.append(Note(key, folded, seconds))

    def look(self, now_ms: int) -> None:
        """Notices changes of groups, and nominations of other pods, which count as if these were on their
        nodes."""
        if not self._backend.queue.tables.spinning:
            return
        version = self._current_version()
        if version != self._version:
            self._version = version
            self.resume(now_ms)

    def _current_version(self) -> tuple[int, int]:
        backend = self._backend
        return backend.queue.nominator.version, backend.view.snapshot.pod_groups.version

    # What a cycle does to them

    def played_one(self, key: str, summary: tuple[object, ...]) -> None:
        """One more cycle of the group was played; `summary` is what came of it."""
        entry = self.of(key)
        self._by_key[key] = replace(entry, played=entry.played + 1, last=summary, since_ms=None, due_ms=None)

    def keep_view(self, key: str, view: GroupCycleView) -> None:
        """Keeps what the board shows of the group's last cycle."""
        self._by_key[key] = replace(self._by_key[key], view=view)

    def note_version(self) -> None:
        """What the cycle itself has changed so far is no reason to try again."""
        self._version = self._current_version()

    def spin(self, key: str, pods: Sequence[str], now_ms: int, *, again: bool) -> None:
        """Puts the pods aside that would be tried again at once: `again` after what was written has taken
        its time, otherwise when something changes."""
        queue = self._backend.queue
        queue.spin(pods)
        free_ms = now_ms + self.writes_ms if again else now_ms
        if any(pod in queue.tables.spinning for pod in pods):
            due_ms = free_ms if again else None
            self._by_key[key] = replace(self._by_key[key], since_ms=now_ms, free_ms=free_ms, due_ms=due_ms)

    def fingerprint(self) -> list[Json]:
        return [
            [
                [key, entry.played, entry.folded, entry.since_ms, entry.due_ms]
                for key, entry in sorted(self._by_key.items())
            ],
            [[note.key, note.tries, note.seconds] for note in self._notes],
        ]


def counts_alike(old: PodInfo, new: PodInfo) -> bool:
    """Whether two versions of a pod on a node take the same room there, ports and volumes included."""
    return (
        old.node_name == new.node_name
        and old.terminating == new.terminating
        and old.on_node == new.on_node
        and old.host_ports == new.host_ports
        and old.claim_names == new.claim_names
        and old.anti_affinity_terms == new.anti_affinity_terms
    )
