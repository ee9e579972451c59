"""Copies of a world at some of its steps, from which earlier steps are played again."""

from __future__ import annotations

from scheduler_core.simulation.engine.world import World

CHECKPOINT_EVERY = 25
MAX_CHECKPOINTS = 64


class Checkpoints:
    """Copies at regular distances. Beyond `MAX_CHECKPOINTS` the distance doubles, so memory stays bounded
    however long the run gets."""

    def __init__(self, start: World, every: int = CHECKPOINT_EVERY) -> None:
        self._every = every
        self._worlds = {0: start.copy(checkpoint=True)}

    def keep(self, world: World) -> None:
        """Keeps a copy of the world if its step is one at which copies are made."""
        if world.seq % self._every:
            return
        # Digests of objects that are computed now are shared by all copies.
        world.api.fingerprint()
        self._worlds[world.seq] = world.copy(checkpoint=True)
        if len(self._worlds) > MAX_CHECKPOINTS:
            self._every *= 2
            for seq in [known for known in self._worlds if known % self._every]:
                del self._worlds[seq]

    def nearest(self, seq: int) -> World:
        """The last checkpoint at or before step `seq`; it must not be changed."""
        return self._worlds[max(known for known in self._worlds if known <= seq)]

    def forget_after(self, seq: int) -> None:
        for beyond in [known for known in self._worlds if known > seq]:
            del self._worlds[beyond]
