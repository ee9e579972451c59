"""The messages of a room, version 1: what a client may send, and how the server's messages are encoded.

One table of commands drives parsing, permission and `docs/rooms.md` (a test compares them)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from playground import limits
from playground.runs import protocol as runs
from playground.runs.protocol import (
    SIZES,
    Check,
    Command,
    Field,
    an_object,
    encode,
    flag,
    one_of,
    position,
    positive,
    whole,
    wrong_type,
)
from playground.server.sockets.close_codes import (
    CLOSE_RESTART,
    CLOSE_TOO_MANY,
    CLOSE_TOO_MANY_SOCKETS,
    CLOSE_TOO_SLOW,
)
from scheduler_core import Problem

PROTOCOL = 1

CLOSE_NO_SEAT = 4001
CLOSE_REMOVED = 4003
CLOSE_NO_SUCH_ROOM = 4004
CLOSE_ENDED = 4010

CLOSE_CODES: dict[int, str] = {
    runs.CLOSE_BAD_PROTOCOL: "another version of the protocol",
    CLOSE_NO_SEAT: "this browser has no seat in the room: go to the join page",
    CLOSE_REMOVED: "the seat was removed, or the presenter's link revoked",
    CLOSE_NO_SUCH_ROOM: "there is no such room",
    CLOSE_ENDED: "the room has ended: go to the page that is taken home",
    CLOSE_RESTART: "the server restarts: reconnect now and resume",
    **{code: runs.CLOSE_CODES[code] for code in (CLOSE_TOO_SLOW, CLOSE_TOO_MANY, CLOSE_TOO_MANY_SOCKETS)},
}

ERROR_CODES: dict[str, str] = {
    "room.not_presenter": "only a presenter may do that",
    "room.no_seat": "that belongs to a seat, and this socket has none",
    "room.ended": "the room has ended",
    "room.full": "a limit of the room was hit; the message names it",
    "room.no_lesson": "the room has no lesson, or the lesson has no such step, prediction, task or solution",
    "room.no_such_seat": "nobody has this seat",
    "poll.none": "there is no such poll, or it was dropped",
    "poll.another": "another poll is not finished yet",
    "poll.unrevealed": "a prediction is open whose truth this would show",
    "poll.closed": "too late: the round is closed",
    "poll.choice": "the vote is for a choice that is none",
    "poll.cannot": "the board has nothing that could be asked so; the message says what is missing",
    "task.none": "no task is open",
    "show.not_allowed": "the learner has not agreed, or has no sandbox",
}

POLL_KINDS = ("lesson", "where", "victims", "number", "free")
SIZES_OF_A_PAGE = ("into", "act", "cycle", "event", "quiet")
"""The step sizes that a page offers. `into` stops within a scheduling decision."""
MOODS = ("with", "lost")
ROLES = ("presenter", "follower")

# --- fields ---------------------------------------------------------------------------------------


def text(most: int) -> Check:
    """A text of at most `most` characters without control characters."""

    def check(value: Any, path: str) -> Problem | None:
        if not isinstance(value, str) or len(value) > most or not printable(value):
            return wrong_type(path, f"a text of at most {most} characters", value)
        return None

    return check


def printable(value: str) -> bool:
    """Whether a text has only characters that can be displayed and stored."""
    return all(letter.isprintable() for letter in value)


def number(value: Any, path: str) -> Problem | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return None if good and abs(value) <= runs.SECONDS_MAX else wrong_type(path, "a number", value)


def share(value: Any, path: str) -> Problem | None:
    """Checks a number from 0 to 1: a share of the board's width or height."""
    if number(value, path) or not 0 <= value <= 1:
        return wrong_type(path, "a number from 0 to 1", value)
    return None


def places(value: Any, path: str) -> Problem | None:
    good = isinstance(value, list) and len(value) <= limits.POLL_CHOICES
    if not good or any(whole(item, path) for item in value) or len(set(value)) < len(value):
        return wrong_type(path, "a list of places", value)
    return None


def texts(value: Any, path: str) -> Problem | None:
    short = text(limits.POLL_TEXT)
    if not isinstance(value, list) or not 2 <= len(value) <= limits.FREE_CHOICES:
        return wrong_type(path, f"a list of 2 to {limits.FREE_CHOICES} texts", value)
    for place, entry in enumerate(value):
        if wrong := short(entry, f"{path}[{place}]"):
            return wrong
        if not entry.strip():
            return wrong_type(f"{path}[{place}]", "a text that is not empty", entry)
    return None


def have(value: Any, path: str) -> Problem | None:
    """Checks the state that a client reports: run, step and hash."""
    if not isinstance(value, dict) or set(value) != {"run", "seq", "hash"}:
        return wrong_type(path, "an object {run, seq, hash}", value)
    if not isinstance(value["run"], str) or len(value["run"]) > 40:
        return wrong_type(f"{path}.run", "a text", value["run"])
    return position({"seq": value["seq"], "hash": value["hash"]}, path)


def plan_items(value: Any, path: str) -> Problem | None:
    if not isinstance(value, list) or len(value) > limits.PLAN_ITEMS:
        return wrong_type(path, f"a list of at most {limits.PLAN_ITEMS} items", value)
    for place, entry in enumerate(value):
        where = f"{path}[{place}]"
        if not isinstance(entry, dict) or set(entry) != {"title", "minutes", "note"}:
            return wrong_type(where, "an object {title, minutes, note}", entry)
        wrong = text(limits.PLAN_TITLE)(entry["title"], f"{where}.title") or number(
            entry["minutes"], f"{where}.minutes"
        )
        if wrong:
            return wrong
        note = entry["note"]
        if not isinstance(note, str) or len(note) > limits.PLAN_NOTE or not printable("".join(note.split())):
            return wrong_type(f"{where}.note", f"a text of at most {limits.PLAN_NOTE} characters", "…")
    return None


def task_checks(value: Any, path: str) -> Problem | None:
    """Checks for a list of strings or objects; whether each is a valid condition shows when it is parsed."""
    if not isinstance(value, list) or not 1 <= len(value) <= limits.TASK_CHECKS:
        return wrong_type(path, f"a list of 1 to {limits.TASK_CHECKS} conditions", value)
    return next(
        (wrong for place, check in enumerate(value) if (wrong := an_object(check, f"{path}[{place}]"))), None
    )


_KEY = text(limits.VIEW_TEXT)
_POLL = Field("poll", positive)

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "hello",
            (Field("protocol", whole), Field("as", one_of(*ROLES), False), Field("have", have, False)),
            "seat",
            "the first message. `as` is `presenter` or `follower`, where the browser is both; "
            "`have` is `{run, seq, hash}`",
        ),
        Command(
            "step",
            runs.COMMANDS["step"].fields,
            "seat",
            "as in protocol.md. A presenter moves the stage and the position; a follower explores",
        ),
        Command(
            "seek",
            (Field("to", whole),),
            "seat",
            "as in protocol.md. A presenter moves the position; a follower explores",
        ),
        Command("decision", (Field("seq", whole),), "seat", "as in protocol.md"),
        Command(
            "input",
            runs.COMMANDS["input"].fields,
            "present",
            "as in protocol.md, on the stage. A stage that is not the room's own is forked first",
        ),
        Command("follow", (Field("have", have, False),), "seat", "back to the presenter's position"),
        Command(
            "name",
            (Field("name", text(limits.SEAT_NAME)),),
            "seat",
            'another name for one\'s seat; "" is none',
        ),
        Command("hand", (Field("up", flag),), "seat", "raises or lowers one's hand"),
        Command("mood", (Field("mood", one_of(*MOODS), False),), "seat", "`with`, `lost` or null"),
        Command(
            "vote",
            (
                _POLL,
                Field("round", positive),
                Field("choice", whole, False),
                Field("choices", places, False),
                Field("number", number, False),
            ),
            "seat",
            "one's answer in this round; a later one replaces it while the round is open",
        ),
        Command(
            "alone",
            (Field("fresh", flag, False),),
            "seat",
            "forks the moment of the position into one's sandbox, or comes back to the one there is; "
            "`fresh` makes another one",
        ),
        Command("allow", (Field("show", flag),), "seat", "whether one's board may be shown to all"),
        Command("bye", (), "seat", "leaves the seat: the tab closes for good"),
        Command("ping", (), "seat", "is anybody there"),
        Command(
            "view",
            (
                Field("selected", _KEY, False),
                Field("tab", _KEY, False),
                Field("zoom", _KEY, False),
                Field("highlight", _KEY, False),
                Field("playing", flag, False),
                Field("speed", number, False),
                Field("size", one_of(*SIZES_OF_A_PAGE), False),
                Field("into", _KEY, False),
            ),
            "present",
            "how the presenter's board looks; what is absent stays, an empty text ends it",
        ),
        Command(
            "spot",
            (Field("on", _KEY, False), Field("x", share, False), Field("y", share, False)),
            "present",
            "the presenter's pointer; without `on` it goes out",
        ),
        Command(
            "gather",
            (),
            "present",
            "brings everyone to the position, also those who explore and those who work alone",
        ),
        Command(
            "peek",
            (Field("size", one_of(*(size for size in SIZES if size != "time"))),),
            "present",
            "the frames of the next step, for this presenter alone",
        ),
        Command("go", (Field("step", positive),), "present", "to a step of the lesson, 1 is the first"),
        Command(
            "open-poll",
            (
                Field("kind", one_of(*POLL_KINDS)),
                Field("question", text(limits.POLL_TEXT), False),
                Field("choices", texts, False),
                Field("pod", _KEY, False),
                Field("from", number, False),
                Field("to", number, False),
                Field("unit", text(20), False),
            ),
            "present",
            "a question to all",
        ),
        Command("close-poll", (_POLL,), "present", "no more votes"),
        Command("vote-again", (_POLL,), "present", "one more round; the rounds before are kept"),
        Command(
            "reveal",
            (_POLL, Field("right", places, False), Field("number", number, False)),
            "present",
            "the truth. For kinds `free` and `number` the presenter gives it",
        ),
        Command(
            "bars",
            (_POLL, Field("shown", flag)),
            "present",
            "whether followers and the projector see the bars",
        ),
        Command(
            "drop-poll",
            (_POLL,),
            "present",
            "takes the question away, before the reveal without an answer; its votes are kept",
        ),
        Command("discuss", (Field("seconds", whole),), "present", "a timer for all; 0 ends it"),
        Command("pause", (Field("on", flag),), "present", "eyes front: the boards of followers are dimmed"),
        Command(
            "say",
            (Field("text", text(limits.ROOM_NOTICE)),),
            "present",
            'one line to all, at most 200 characters; "" takes it away',
        ),
        Command(
            "open-task",
            (Field("text", text(limits.POLL_TEXT), False), Field("checks", task_checks, False)),
            "present",
            "everybody tries it alone: the lesson's task, or conditions (docs/conditions.md) on the moment "
            "of the position",
        ),
        Command("close-task", (), "present", "the task is over; sandboxes stay"),
        Command(
            "reset-task",
            (Field("seat", positive, False),),
            "present",
            "a new sandbox for one seat, or for all",
        ),
        Command(
            "solve-task",
            (Field("solution", text(limits.PLAN_TITLE), False),),
            "present",
            "hands out an accepted solution of the lesson",
        ),
        Command(
            "show",
            (Field("seat", positive, False),),
            "present",
            "asks a learner whether all may see their board; without `seat` back to the stage",
        ),
        Command("lower", (Field("seat", positive, False),), "present", "lowers a hand, or all"),
        Command("lock", (Field("on", flag),), "present", "no new seats"),
        Command("names", (Field("hidden", flag),), "present", "the projector shows no names"),
        Command(
            "remove",
            (Field("seat", positive),),
            "present",
            "takes a seat out of the room; its cookie does not come back",
        ),
        Command(
            "plan",
            (Field("items", plan_items),),
            "present",
            "the lesson plan: `[{title, minutes, note}]`",
        ),
        Command(
            "clock",
            (Field("item", whole), Field("started", flag, False)),
            "present",
            "which item of the plan is on; `started` starts the clock anew",
        ),
        Command(
            "bots",
            (Field("count", whole),),
            "present",
            "so many bots take seats to rehearse with; 0 sends them away",
        ),
        Command("end", (), "present", "ends the room"),
    )
}

#: Commands that need a seat: a presenter without a seat may not send them.
OF_A_SEAT = frozenset({"name", "hand", "mood", "vote", "alone", "allow", "bye"})


# --- what the server says -------------------------------------------------------------------------


def message_text(kind: str, re: int | None = None, **members: Any) -> str:
    """A message as JSON text. Only answers carry `re`, the number of the request."""
    head: dict[str, Any] = {"type": kind} if re is None else {"type": kind, "re": re}
    return encode(head | members)


def stage_text(re: int | None, run: Mapping[str, Any], at: int, acts: str, rest: str) -> str:
    """A `stage` message that embeds the JSON texts of the timeline and of the board's state."""
    return f'{{"type":"stage","re":{encode(re)},"run":{encode(run)},"at":{at},"acts":{acts},{rest}}}'
