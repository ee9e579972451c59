"""A recording that is played once from start to end; comparisons play many of them."""

from __future__ import annotations

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import Frame
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

_NEVER = 10**9


class PlayedOnce(Recording):
    """A recording that keeps its frames as values and no states: it costs half of the time. Only `frame`,
    `acts`, `time`, `quiet`, and the pods of the snapshot of step 0 may be asked for.
    """

    def __init__(self, scenario: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> None:
        self._played: list[Frame] = []
        super().__init__(scenario, plugins=plugins, checkpoint_every=_NEVER)
        views = self._live.picture.board.views
        self._pods: list[Json] = [view for (kind, _), view in views.items() if kind == "pod"]

    def frame(self, seq: int) -> Frame:
        self._require(seq)
        return self._played[seq - 1]

    def snapshot(self, seq: int) -> dict[str, Json]:
        if seq:
            raise LookupError("a run that is played once keeps no states")
        return {"pods": self._pods}

    def _keep_frame(self, seq: int, frame: Frame) -> bytes:
        self._played.append(frame)
        return b""

    def _restore(self, seq: int) -> None:
        """Keeps no state, because this recording never returns to an earlier step."""
