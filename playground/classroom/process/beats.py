"""Signs of life between the processes of a room. A process that was killed says nothing, not even goodbye."""

from __future__ import annotations

from playground import limits


class Beats:
    """When each other process was last heard. Times are seconds of any clock that only goes forward."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}

    def hear(self, process: str, now: float) -> bool:
        """Notes a sign of life. True for a process that was not known."""
        new = process not in self._heard
        self._heard[process] = now
        return new

    def forget(self, process: str) -> None:
        """It has said goodbye."""
        self._heard.pop(process, None)

    def all_after(self, name: str) -> bool:
        """Whether the names of all processes come after this one."""
        return all(name < process for process in self._heard)

    def take_silent(self, now: float) -> list[str]:
        """The processes of which nothing was heard for `ROOM_BEATS_MISSED` beats. They are forgotten."""
        before = now - limits.ROOM_BEATS_MISSED * limits.ROOM_BEAT_SECONDS
        silent = [process for process, heard in self._heard.items() if heard < before]
        for process in silent:
            del self._heard[process]
        return silent
