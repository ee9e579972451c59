"""Heartbeats between the processes of a room, because a killed process cannot announce its end."""

from __future__ import annotations

from playground import limits


class Beats:
    """The time of the last heartbeat of each other process, in seconds of any monotonic clock."""

    def __init__(self) -> None:
        self._last_beats: dict[str, float] = {}

    def hear(self, process: str, now: float) -> bool:
        """Notes a heartbeat. True when the process is new."""
        new = process not in self._last_beats
        self._last_beats[process] = now
        return new

    def forget(self, process: str) -> None:
        """Removes a process that has announced its end."""
        self._last_beats.pop(process, None)

    def all_after(self, name: str) -> bool:
        """Whether this name sorts before the names of all other processes."""
        return all(name < process for process in self._last_beats)

    def take_silent(self, now: float) -> list[str]:
        """Removes and returns the processes that have sent nothing for `ROOM_BEATS_MISSED` heartbeats."""
        before = now - limits.ROOM_BEATS_MISSED * limits.ROOM_BEAT_SECONDS
        silent = [process for process, beat in self._last_beats.items() if beat < before]
        for process in silent:
            del self._last_beats[process]
        return silent
