"""After which steps of a run nothing happens without an input.

Whether a step is quiet is often known only when the next act has come, or when a copy of the world has played
ahead. Until then the step is noted as unknown.
"""

from __future__ import annotations

from scheduler_core.engine.look_ahead import quiet, quiet_at_a_glance, retry_horizon_ms
from scheduler_core.engine.world import World

_QUIET, _UNKNOWN = 1, 2


class QuietSteps:
    """What is known of each step from 0; `start` is the world at step 0."""

    def __init__(self, start: World) -> None:
        # For each step: 0 = not quiet, _QUIET, or _UNKNOWN.
        self._states = bytearray()
        # While the newest step is unknown: it was quiet if the next act is the scheduler's or a kubelet's and
        # comes later than this time (ms). All kubelets that want to act then only retry.
        self._quiet_after_ms = 0
        self.note(start)

    def __getitem__(self, seq: int) -> bool:
        """Whether step `seq` is known to be quiet."""
        return self._states[seq] == _QUIET

    def note(self, world: World) -> None:
        """Adds the step that the world has come to."""
        is_quiet = quiet_at_a_glance(world)
        self._states.append(_UNKNOWN if is_quiet is None else is_quiet)
        self._quiet_after_ms = retry_horizon_ms(world)

    def look_ahead(self, world: World) -> None:
        """Plays ahead in a copy of the world to find out whether its step is quiet. Needed before an input is
        given at this step, because the act after the input does not show it."""
        if self._states[world.seq] == _UNKNOWN:
            self._states[world.seq] = quiet(world)

    def followed(self, seq: int, world: World) -> None:
        """The world has played the act after step `seq`, which was the newest."""
        if self._states[seq] == _UNKNOWN:
            components, who = world.cluster.components, world.summary.who
            tries = who == components.scheduler_name or components.is_kubelet(who)
            self._states[seq] = tries and world.now_ms > self._quiet_after_ms

    def ended(self, seq: int) -> None:
        """The run ends at step `seq`."""
        self._states[seq] = _QUIET

    def forget_after(self, seq: int) -> None:
        del self._states[seq + 1 :]
