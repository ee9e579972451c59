"""One recorded history: played and compared."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.manifest import Json, Manifest, items
from scheduler_core.parity.differences import Difference
from scheduler_core.parity.live.comparison import outcome_differences
from scheduler_core.parity.live.player import LivePlayer


def history_differences(history: Manifest) -> Iterator[Difference]:
    """The places at which an outcome of the history comes out otherwise; none where all agree."""
    outcomes = LivePlayer(history).play()
    for index, recorded in enumerate(items(history.get("outcomes"))):
        played: Json = dict(next(outcomes))
        yield from outcome_differences(recorded, played, f"outcomes[{index}]")
