"""One recorded history: played and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.parity.differences import Difference
from scheduler_core.parity.live.comparison import outcome_differences
from scheduler_core.parity.live.player import LivePlayer

SEEDS: Final = range(8)
"""What is chance in the original is chance here: a history may come out with any of these seeds."""


def history_differences(history: Manifest) -> Sequence[Difference]:
    """The places at which an outcome of the history comes out otherwise; none where all agree. Where it
    agrees with no seed, those of the first.
    """
    first: list[Difference] = []
    for seed in SEEDS:
        differences = list(_differences(history, seed))
        if not differences:
            return ()
        first = first or differences
    return first


def _differences(history: Manifest, seed: int) -> Iterator[Difference]:
    outcomes = LivePlayer(history, seed).play()
    shown: set[tuple[str, str]] = set()
    for index, recorded in enumerate(items(history.get("outcomes"))):
        played = _without_repeats(dict(next(outcomes)), recorded, shown)
        yield from outcome_differences(recorded, played, f"outcomes[{index}]")


def _without_repeats(played: dict[str, Json], recorded: Json, shown: set[tuple[str, str]]) -> Json:
    """The outcome without failures of an object that were shown earlier, where none is recorded: a recorder
    that merges them with an earlier Event only counts, and how often depends on who was faster."""
    kept: dict[str, Json] = {}
    for about, events in mapping(played.get("events")).items():
        if find(recorded, "events", about) is None and not _marked(find(recorded, "events")):
            events = [
                event
                for event in items(events)
                if items(event)[1] != "FailedScheduling" or (about, str(event)) not in shown
            ]
        shown |= {(about, str(event)) for event in items(events)}
        if events:
            kept[about] = events
    if kept:
        return {**played, "events": kept}
    return {name: value for name, value in played.items() if name != "events"}


def _marked(events: Json) -> bool:
    return set(mapping(events)) == {"unstable"}
