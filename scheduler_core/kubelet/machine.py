"""The machine under a kubelet: whether it has power, its clock, and processes nobody looks after.

While a kubelet runs, its workers know what runs (worker.py). When it dies, the containers stay: what is left
of each pod is kept here until a new kubelet takes it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class LoneProcess:
    """A container without a kubelet. `exits_at_ms` None: it does not end by itself."""

    name: str
    exits_at_ms: int | None = None
    exit_code: int = 0


@dataclass(frozen=True, slots=True)
class Unattended:
    """What is left of a pod on its machine. `pod`: the object as the dead kubelet knew it.

    `since_ms`: when the containers, or (`terminating`) their end, began. `exit_codes`: of those that ended.
    """

    pod: Pod
    since_ms: int
    processes: tuple[LoneProcess, ...]
    exit_codes: tuple[tuple[str, int], ...] = ()
    restarts: int = 0
    terminating: bool = False
    listed: bool = True

    @property
    def next_exit_ms(self) -> int | None:
        return min((one.exits_at_ms for one in self.processes if one.exits_at_ms is not None), default=None)

    def after_exits(self, now_ms: int) -> tuple[Unattended, tuple[str, ...]]:
        """What is left once the processes that end by `now_ms` are gone, and their names."""
        gone = [one for one in self.processes if one.exits_at_ms is not None and one.exits_at_ms <= now_ms]
        kept = tuple(one for one in self.processes if one not in gone)
        codes = (*self.exit_codes, *((one.name, one.exit_code) for one in gone))
        return replace(self, processes=kept, exit_codes=codes), tuple(one.name for one in gone)

    def fingerprint(self) -> Json:
        return [
            self.pod.uid,
            self.since_ms,
            [[one.name, one.exits_at_ms, one.exit_code] for one in self.processes],
            [list(code) for code in self.exit_codes],
            self.restarts,
            self.terminating,
            self.listed,
        ]


@dataclass(frozen=True, slots=True)
class Machine:
    """`destroyed`: for good. `clock_offset_ms`: how far its clock is ahead; `unattended` by uid."""

    power: bool = True
    destroyed: bool = False
    clock_offset_ms: int = 0
    unattended: Mapping[str, Unattended] = field(default_factory=dict)

    def next_exit_ms(self) -> int | None:
        """When the next process ends without a kubelet noticing."""
        return min(
            (at for one in self.unattended.values() if (at := one.next_exit_ms) is not None), default=None
        )

    def fingerprint(self) -> Json:
        left = [one.fingerprint() for one in self.unattended.values()]
        return [self.power, self.destroyed, self.clock_offset_ms, left]
