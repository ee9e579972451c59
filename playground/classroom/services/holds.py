"""What a room holds back: while a prediction is open, only its presenters may look past the moment that the
question is about.

Runs do not know rooms, so callers ask here for a run and a visitor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from playground.classroom.models import Poll, Room
from playground.classroom.services import links, seats
from playground.classroom.services.polls import SECRET
from playground.runs import access
from playground.runs.models import Run

FORKS_FOLLOWED = 50
"""How many forks of forks are followed back to the original run."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Room `room` holds back what comes next. `stage`: the run is the one on the room's stage."""

    room: str
    code: str
    stage: bool


@dataclass(frozen=True, slots=True)
class _Kin:
    """A run together with its fork ancestors: their ids, owners and scenarios."""

    runs: frozenset[str]
    owners: frozenset[str]
    revisions: frozenset[str]


def of_run(run: str, cookies: Mapping[str, str]) -> Hold | None:
    """The room that holds back the next steps of a run from a visitor with these cookies; None when none
    does.

    The room's own runs, and forks of them, are held back from everybody but its presenters. Runs that are
    open to all, such as those of the gallery, are held back from the seats of the room."""
    asking = _asking()
    kin = _kin(run) if asking else None
    if kin is None:
        return None
    for room in asking:
        own = access.digest(room.owner) in kin.owners
        if not own and not (_same_world(room, kin) and _has_seat(room, cookies)):
            continue
        if links.of_cookies(room.pk, cookies) is None:
            return Hold(room.pk, room.code or "", room.stage_id == run)
    return None


def of_lesson(digest: str, cookies: Mapping[str, str]) -> Hold | None:
    """The room in which this visitor has a seat and which asks for a prediction in this lesson; None without
    one."""
    return _of_seat((room for room in _asking() if room.lesson == digest), cookies)


def of_revision(revision: str, cookies: Mapping[str, str]) -> Hold | None:
    """The room in which this visitor has a seat and which asks for a prediction on a run of this scenario;
    None without one."""
    return _of_seat((room for room in _asking() if room.stage.revision_id == revision), cookies)


def _of_seat(rooms: Iterable[Room], cookies: Mapping[str, str]) -> Hold | None:
    """The first of the rooms in which the visitor has a seat without presenting."""
    for room in rooms:
        if _has_seat(room, cookies) and links.of_cookies(room.pk, cookies) is None:
            return Hold(room.pk, room.code or "", False)
    return None


def shown_in(run: str, cookies: Mapping[str, str]) -> str | None:
    """The id of the open room that owns the run and shows it to this visitor, who does not present there;
    None without such a room."""
    room = Room.objects.filter(stage_id=run, ended=None).select_related("stage").first()
    if room is None or room.stage.owner_digest != access.digest(room.owner):
        return None
    return None if links.of_cookies(room.pk, cookies) else room.pk


def _open_predictions() -> QuerySet[Poll]:
    return Poll.objects.filter(state__in=("open", "closed"), kind__in=SECRET, room__ended=None)


def asks() -> bool:
    """Whether any room has an open prediction now."""
    return _open_predictions().exists()


def _asking() -> list[Room]:
    """The rooms with an open prediction whose true answer comes from playing the run."""
    return [poll.room for poll in _open_predictions().select_related("room__stage")]


def _kin(run: str) -> _Kin | None:
    """Follows the forks of a run back to its origin; None when the run does not exist."""
    runs: set[str] = set()
    owners: set[str] = set()
    revisions: set[str] = set()
    name: str | None = run
    while name is not None and name not in runs and len(runs) < FORKS_FOLLOWED:
        columns = ("owner_digest", "revision_id", "forked_from_id")
        row = Run.objects.filter(pk=name).values_list(*columns).first()
        if row is None:
            break
        runs.add(name)
        owners.add(row[0])
        revisions.add(row[1])
        name = row[2]
    return _Kin(frozenset(runs), frozenset(owners), frozenset(revisions)) if runs else None


def _same_world(room: Room, kin: _Kin) -> bool:
    """Whether the next steps of the run would also reveal those of the room's stage."""
    return room.stage_id in kin.runs or room.stage.revision_id in kin.revisions


def _has_seat(room: Room, cookies: Mapping[str, str]) -> bool:
    return seats.of_cookies(room.pk, cookies) is not None
