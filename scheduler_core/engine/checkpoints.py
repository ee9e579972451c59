"""Copies of a world at some of its steps, from which earlier steps are played again."""

from __future__ import annotations

from scheduler_core.engine.thin_tables import ThinTables
from scheduler_core.engine.world import World

CHECKPOINT_EVERY = 25
MAX_CHECKPOINTS = 64
WHOLE_EVERY = 32
"""Of so many checkpoints in a row the first holds its tables whole, the others what differs."""


class Checkpoint:
    """A copy of a world. Its large tables are held apart, see `thin_tables`."""

    def __init__(self, world: World, thin: ThinTables) -> None:
        self.seq = world.seq
        self._world = world.copy(checkpoint=True)
        self._tables = thin.take(self._world.large_tables())

    def copy(self) -> World:
        """The world at this step."""
        world = self._world.copy()
        for table, entries in zip(world.large_tables(), self._tables, strict=True):
            entries.fill(table)
        return world


class Checkpoints:
    """Copies at regular distances. Beyond `MAX_CHECKPOINTS` the distance doubles, so memory stays bounded
    however long the run gets."""

    def __init__(self, start: World, every: int = CHECKPOINT_EVERY) -> None:
        self._every = every
        self._thin = ThinTables(WHOLE_EVERY)
        self._kept = {start.seq: Checkpoint(start, self._thin)}

    def keep(self, world: World) -> None:
        """Keeps a copy of the world if its step is one at which copies are made."""
        if world.seq % self._every:
            return
        # Digests of objects that are computed now are shared by all copies.
        world.api.fingerprint()
        self._kept[world.seq] = Checkpoint(world, self._thin)
        if len(self._kept) > MAX_CHECKPOINTS:
            self._every *= 2
            for seq in [step for step in self._kept if step % self._every]:
                del self._kept[seq]

    def nearest(self, seq: int) -> Checkpoint:
        """The last checkpoint at or before step `seq`."""
        return self._kept[max(step for step in self._kept if step <= seq)]

    def forget_after(self, seq: int) -> None:
        for beyond in [step for step in self._kept if step > seq]:
            del self._kept[beyond]
