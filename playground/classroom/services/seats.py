"""Seats of a room: their names, modes, hands and moods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Max
from django.utils import timezone

from playground import limits
from playground.classroom.models import Room, Seat
from playground.runs import access


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat as stored. `pk` is its database key, `number` its name in the room."""

    pk: int
    number: int
    name: str
    mode: str
    hand: datetime | None
    mood: str
    allow: bool
    removed: bool
    bot: bool
    left: bool
    same_name: bool = False

    def to_event(self) -> dict[str, Any]:
        """The seat as JSON for events to other processes."""
        return {**asdict(self), "hand": self.hand.timestamp() if self.hand else None}

    @classmethod
    def from_event(cls, event: dict[str, Any]) -> SeatState:
        up = event["hand"]
        return cls(**{**event, "hand": None if up is None else datetime.fromtimestamp(up, tz=UTC)})


@dataclass(frozen=True, slots=True)
class Full:
    """The room has no free seats."""


@dataclass(frozen=True, slots=True)
class Locked:
    """The room is locked."""


def key_digest(room_id: str, owner: str) -> str:
    return access.digest(f"{room_id}:{owner}")


def _state(seat: Seat, *, same: bool = False) -> SeatState:
    return SeatState(
        pk=seat.pk,
        number=seat.number,
        name=seat.name,
        mode=seat.mode,
        hand=seat.hand,
        mood=seat.mood,
        allow=seat.allow,
        removed=seat.removed,
        bot=seat.bot,
        left=seat.left,
        same_name=same,
    )


def _shared(seat: Seat) -> bool:
    """Whether another seat of the room has the same name."""
    if not seat.name:
        return False
    others = Seat.objects.filter(room_id=seat.room_id, name__iexact=seat.name, removed=False)
    return others.exclude(pk=seat.pk).exists()


def of_cookies(room_id: str, cookies: Mapping[str, str]) -> SeatState | None:
    """The seat of a visitor with these cookies, removed seats included; None without one."""
    owner = access.owner_of(cookies)
    if not owner:
        return None
    seat = Seat.objects.filter(room_id=room_id, key_digest=key_digest(room_id, owner)).first()
    return None if seat is None else _state(seat, same=_shared(seat))


def tidy(name: str) -> str:
    """The name without spaces at its ends and without repeated spaces."""
    return " ".join(name.split())


def take(room_id: str, owner: str, name: str, *, bot: bool = False) -> SeatState | Full | Locked | None:
    """The seat of the browser with that owner name, created when it has none. None when no such room is
    open."""
    key = key_digest(room_id, owner)
    while True:
        try:
            with transaction.atomic():
                room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
                if room is None:
                    return None
                seat = Seat.objects.filter(room=room, key_digest=key).first()
                if seat is not None:
                    if name and not seat.removed and seat.name != name:
                        seat.name = name
                        seat.save(update_fields=["name"])
                    return _state(seat, same=_shared(seat))
                if room.locked and not bot:
                    return Locked()
                numbers = Seat.objects.filter(room=room).aggregate(last=Max("number"), count=Count("pk"))
                if numbers["count"] >= limits.ROOM_SEATS:
                    return Full()
                last = numbers["last"] or 0
                seat = Seat.objects.create(room=room, number=last + 1, key_digest=key, name=name, bot=bot)
                return _state(seat, same=_shared(seat))
        except IntegrityError:  # another process took that number
            continue


def change(room_id: str, number: int, **columns: Any) -> SeatState | None:
    """Changes columns of a seat and returns it; None when there is none."""
    seat = Seat.objects.filter(room_id=room_id, number=number, removed=False).first()
    if seat is None:
        return None
    for name, value in columns.items():
        setattr(seat, name, value)
    seat.save(update_fields=list(columns))
    return _state(seat, same="name" in columns and _shared(seat))


def hand(room_id: str, number: int, up: bool) -> SeatState | None:
    """Raises or lowers a hand. A raised hand keeps the time at which it was raised."""
    seat = Seat.objects.filter(room_id=room_id, number=number, removed=False).first()
    if seat is None:
        return None
    if up != (seat.hand is not None):
        seat.hand = timezone.now() if up else None
        seat.save(update_fields=["hand"])
    return _state(seat)


def lower_all(room_id: str) -> list[SeatState]:
    """Lowers all hands; returns the seats whose hand was up."""
    up = list(Seat.objects.filter(room_id=room_id, hand__isnull=False))
    Seat.objects.filter(pk__in=[seat.pk for seat in up]).update(hand=None)
    for seat in up:
        seat.hand = None
    return [_state(seat) for seat in up]


def gather(room_id: str) -> None:
    """Sets all seats to follow."""
    Seat.objects.filter(room_id=room_id).exclude(mode="follow").update(mode="follow")


def people(room_id: str) -> int:
    return Seat.objects.filter(room_id=room_id, removed=False).count()


def listed(room_id: str) -> list[SeatState]:
    return [_state(seat) for seat in Seat.objects.filter(room_id=room_id, removed=False).order_by("number")]


def send_bots_away(room_id: str) -> list[int]:
    """Deletes the seats of bots with their votes; returns their numbers."""
    rows = Seat.objects.filter(room_id=room_id, bot=True)
    numbers = list(rows.values_list("number", flat=True))
    rows.delete()
    return numbers
