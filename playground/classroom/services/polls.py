"""Polls and their votes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max

from playground import limits
from playground.classroom.models import Poll, Room, Seat, Vote

#: States of polls that are no longer shown.
AWAY = frozenset({"dropped", "past"})
#: Kinds whose true answer follows from the board, so that nobody may see the next steps before the reveal.
SECRET = frozenset({"lesson", "where", "victims"})


@dataclass(frozen=True, slots=True)
class PollState:
    """A poll as stored. `pk` is its database key, `number` its name in the room."""

    pk: int
    number: int
    kind: str
    state: str
    round: int
    bars: bool
    public: dict[str, Any]
    about: dict[str, Any]
    truth: dict[str, Any] | None

    @property
    def unfinished(self) -> bool:
        return self.state in ("open", "closed")

    @property
    def hides_future(self) -> bool:
        """Whether the next steps of the stage would give the true answer away."""
        return self.unfinished and self.kind in SECRET

    def to_json(self) -> dict[str, Any]:
        """The part that everybody may see; the true answer is included only after the reveal."""
        return {
            "poll": self.number,
            "kind": self.kind,
            "state": self.state,
            "round": self.round,
            "bars": self.bars,
            **self.public,
            "truth": self.truth if self.state == "revealed" else None,
        }


def state_of(poll: Poll, *, state: str = "") -> PollState:
    """The state of a poll's row; `state` overrides the stored state."""
    return PollState(
        pk=poll.pk,
        number=poll.number,
        kind=poll.kind,
        state=state or poll.state,
        round=poll.round,
        bars=poll.bars,
        public=poll.asked,
        about=poll.about,
        truth=poll.truth,
    )


def current(room_id: str) -> PollState | None:
    """The poll that the room shows now; None without one."""
    poll = Poll.objects.filter(room_id=room_id).order_by("-number").first()
    return None if poll is None or poll.state in AWAY else state_of(poll)


def put_away(room_id: str) -> None:
    """Marks a revealed poll as `past`, so that it is no longer shown."""
    Poll.objects.filter(room_id=room_id, state="revealed").update(state="past")


def open_poll(room_id: str, kind: str, public: dict[str, Any], about: dict[str, Any]) -> PollState | str:
    """Creates a poll, or returns the code of the reason why it cannot."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return "room.ended"
        before = current(room_id)
        if before is not None and before.unfinished:
            return "poll.another"
        last = Poll.objects.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        if last >= limits.ROOM_POLLS:
            return "room.full"
        return state_of(Poll.objects.create(room=room, number=last + 1, kind=kind, asked=public, about=about))


def _locked(room_id: str, number: int) -> Poll | None:
    """The row of a poll that is still shown, locked for the transaction; None without one."""
    polls = Poll.objects.select_for_update().filter(room_id=room_id, number=number)
    return polls.exclude(state__in=AWAY).first()


def close(room_id: str, number: int) -> PollState | None:
    return _to(room_id, number, ("open",), state="closed")


def drop(room_id: str, number: int) -> PollState | None:
    """Closes a question without revealing its answer. A question already revealed becomes `past` instead and
    stays on the page that people take home."""
    away = _to(room_id, number, ("revealed",), state="past")
    if away is None or away.state == "past":
        return away
    return _to(room_id, number, ("open", "closed"), state="dropped")


def bars(room_id: str, number: int, shown: bool) -> PollState | None:
    return _to(room_id, number, ("open", "closed", "revealed"), bars=shown)


def reveal(room_id: str, number: int, truth: dict[str, Any]) -> PollState | None:
    """Stores the true answer and shows the bars to everybody."""
    return _to(room_id, number, ("open", "closed"), state="revealed", truth=truth, bars=True)


def _to(room_id: str, number: int, states: Sequence[str], **columns: Any) -> PollState | None:
    """Changes a poll that is in one of `states`; a poll in another state is returned unchanged. None when
    there is no such poll."""
    with transaction.atomic():
        poll = _locked(room_id, number)
        if poll is None:
            return None
        if poll.state in states:
            for name, value in columns.items():
                setattr(poll, name, value)
            poll.save(update_fields=list(columns))
        return state_of(poll)


def vote_again(room_id: str, number: int) -> PollState | str:
    """Starts another round with hidden bars, or returns the code of the reason why it cannot."""
    with transaction.atomic():
        poll = _locked(room_id, number)
        if poll is None:
            return "poll.none"
        if poll.state == "revealed":
            return "poll.closed"
        if poll.round >= limits.POLL_ROUNDS:
            return "room.full"
        poll.round, poll.state, poll.bars = poll.round + 1, "open", False
        poll.save(update_fields=["round", "state", "bars"])
        return state_of(poll)


# --- votes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote as received: the seat's key, the poll's number, the round, and a value of one of three kinds."""

    seat: int
    poll: int
    round: int
    choice: int | None
    choices: list[int] | None
    number: float | None


def cast(room_id: str, votes: Iterable[Cast]) -> list[str | None]:
    """Stores votes in one transaction. Returns for each vote None, or the code of why it does not count."""
    pending = list(votes)
    answers: list[str | None] = []
    with transaction.atomic():
        rows = Poll.objects.filter(room_id=room_id, number__in={vote.poll for vote in pending})
        polls = {row.number: row for row in rows.exclude(state__in=AWAY)}
        good: dict[tuple[int, int], Vote] = {}
        for vote in pending:
            poll = polls.get(vote.poll)
            value = None if poll is None else _value(poll.asked, vote)
            if poll is None:
                answers.append("poll.none")
            elif poll.state != "open" or poll.round != vote.round:
                answers.append("poll.closed")
            elif value is None:
                answers.append("poll.choice")
            else:
                answers.append(None)
                good[poll.pk, vote.seat] = Vote(poll=poll, seat_id=vote.seat, round=vote.round, value=value)
        if good:
            Vote.objects.bulk_create(
                good.values(),
                update_conflicts=True,
                unique_fields=["poll", "seat", "round"],
                update_fields=["value", "changed"],
            )
    return answers


def _value(public: dict[str, Any], vote: Cast) -> int | list[int] | float | None:
    """The vote's value when the poll has such a choice, else None."""
    count = len(public["choices"])
    if public["number"] is not None:
        low, high = public["number"]["from"], public["number"]["to"]
        return vote.number if vote.number is not None and low <= vote.number <= high else None
    if public["many"]:
        chosen = vote.choices
        return sorted(chosen) if chosen is not None and all(choice < count for choice in chosen) else None
    return vote.choice if vote.choice is not None and vote.choice < count else None


def votes_of(seat: int, poll: PollState | None) -> dict[str, dict[str, Any]]:
    """Poll → round → the vote of a seat."""
    if poll is None:
        return {}
    rows = Vote.objects.filter(seat_id=seat, poll_id=poll.pk).values_list("round", "value")
    return {str(poll.number): {str(number): value for number, value in rows}}


def voters(poll: PollState) -> set[int]:
    """The numbers of the seats that have voted in the current round."""
    rows = Vote.objects.filter(poll_id=poll.pk, round=poll.round)
    return set(rows.values_list("seat__number", flat=True))


def tally(room_id: str, poll: PollState) -> dict[str, Any]:
    """The members of a `tally` message: the sums of the current round."""
    by_round: dict[int, dict[int, Any]] = {}
    rows = Vote.objects.filter(poll_id=poll.pk).values_list("round", "seat_id", "value")
    for number, seat, value in rows:
        by_round.setdefault(number, {})[seat] = value
    seats = Seat.objects.filter(room_id=room_id, removed=False, left=False).count()
    rounds = []
    for number in range(1, poll.round + 1):
        votes = by_round.get(number, {})
        members = _bars(poll.public, list(votes.values()))
        moved = _moved(poll.public, by_round.get(number - 1, {}), votes) if number > 1 else None
        rounds.append({"round": number, "answered": len(votes), **members, "moved": moved})
    return {"poll": poll.number, "of": seats, "rounds": rounds}


def _bars(public: dict[str, Any], values: list[Any]) -> dict[str, Any]:
    """The number of votes for each choice; for numbers a histogram with its edges."""
    if public["number"] is None:
        bars = [0] * len(public["choices"])
        for value in values:
            for place in value if isinstance(value, list) else [value]:
                bars[place] += 1
        return {"bars": bars, "edges": None}
    low, high = float(public["number"]["from"]), float(public["number"]["to"])
    width = (high - low) / limits.POLL_BARS
    bars = [0] * limits.POLL_BARS
    for value in values:
        bars[min(limits.POLL_BARS - 1, int((value - low) / width))] += 1
    return {
        "bars": bars,
        "edges": [round(low + width * place, 3) for place in range(limits.POLL_BARS + 1)],
    }


def _moved(public: dict[str, Any], before: dict[int, Any], after: dict[int, Any]) -> list[list[int]] | None:
    """How many seats moved from each choice (rows) to each choice (columns) between two rounds."""
    if public["number"] is not None or public["many"]:
        return None
    table = [[0] * len(public["choices"]) for _ in public["choices"]]
    for seat, value in after.items():
        if seat in before:
            table[before[seat]][value] += 1
    return table
