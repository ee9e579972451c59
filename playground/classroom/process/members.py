"""The hub's view of a socket in the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from playground.classroom.process.boards import Position

Event = dict[str, Any]


class Member(Protocol):
    """A socket in the room. `number` is that of its seat, `link` that of its presenter's link. `catching`:
    the hub is bringing it to the position. `behind`: its buffer was full when the position moved."""

    channel_name: str
    greeted: bool
    presenter: bool
    number: int | None
    link: int | None
    mode: str
    stands: Position
    catching: bool
    behind: bool
    wants_show: bool

    @property
    def full(self) -> bool: ...
    async def say(self, text: str) -> None: ...
    async def part(self, code: int) -> None: ...


@dataclass(frozen=True)
class To:
    """The receivers of an event: all, presenters, followers, or one seat."""

    who: str = "all"
    seat: int | None = None

    def means(self, member: Member) -> bool:
        """Whether a socket is among the receivers."""
        if self.seat is not None:
            return member.number == self.seat and not member.presenter
        return self.who == "all" or member.presenter == (self.who == "presenters")
