"""Compares the outcomes of a history. Where the recorded runs disagreed, any of their values may be there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.objects.manifest import Json, items
from scheduler_core.parity.differences import Difference


def outcome_differences(recorded: Json, played: Json, path: str = "") -> Iterator[Difference]:
    """The places at which an outcome is none of the recorded ones."""
    if isinstance(recorded, Mapping) and recorded.keys() == {"unstable"}:
        choices = items(recorded["unstable"])
        if not any(not list(outcome_differences(choice, played)) for choice in choices):
            yield Difference(path, recorded, played)
    elif isinstance(recorded, Mapping) and (isinstance(played, Mapping) or played is None):
        got = played or {}
        for name in dict.fromkeys((*recorded, *got)):
            yield from outcome_differences(
                recorded.get(name), got.get(name), f"{path}.{name}" if path else str(name)
            )
    elif (
        isinstance(recorded, (list, tuple))
        and isinstance(played, (list, tuple))
        and len(recorded) == len(played)
    ):
        for index, (was, now) in enumerate(zip(recorded, played, strict=True)):
            yield from outcome_differences(was, now, f"{path}[{index}]")
    elif recorded != played:
        yield Difference(path, recorded, played)
