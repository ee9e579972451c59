"""The messages of protocol 3: a client's commands and the server's answers. This module does no I/O.

One table of commands drives parsing, permission and `docs/protocol.md` (a test compares them). Errors are
values."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playground.server.sockets.close_codes import (
    CLOSE_RESTART,
    CLOSE_TOO_MANY,
    CLOSE_TOO_MANY_SOCKETS,
    CLOSE_TOO_SLOW,
)
from playground.texts.manifests.texts import decoded_json
from playground.texts.messages import Message, message_of
from scheduler_core import Json, Problem, not_json

PROTOCOL = 3

CLOSE_BAD_PROTOCOL = 4000
CLOSE_NO_SUCH_RUN = 4004

CLOSE_CODES: dict[int, str] = {
    CLOSE_BAD_PROTOCOL: "another version of the protocol",
    CLOSE_NO_SUCH_RUN: "there is no such run",
    CLOSE_RESTART: "the server restarts: reconnect now and resume",
    CLOSE_TOO_SLOW: "the client took nothing of what waited for it for 30 s: reconnect and resume",
    CLOSE_TOO_MANY: "too many messages in spite of rate.slow_down",
    CLOSE_TOO_MANY_SOCKETS: "this browser, or this address, has too many sockets open: try again later",
}

ERROR_CODES: dict[str, str] = {
    "protocol.bad_message": "no JSON object, binary, too big, a field missing, unknown or of the wrong type",
    "protocol.unknown_command": "`do` names no command",
    "protocol.hello_first": "something else before hello",
    "protocol.version": "the server speaks another version",
    "rate.slow_down": "more messages than the limits allow; `retryMs` says when to go on",
    "run.not_allowed": "only who may act on the run may do that",
    "run.gone": "the run does not exist any more",
    "run.held": "what comes next in the run is held back for a while; the message says why",
    "run.stops": "today the run ends before the step that was asked for: an earlier version played it, or an "
    "input cannot be read",
    "step.out_of_range": "there is no such step",
    "step.bounded": "a limit on frames, steps of a run or seconds was hit; the message names it",
    "input.not_at_head": "inputs are taken at the newest step only",
    "input.lost_race": "someone else acted first; carries the newest snapshot",
    "input.invalid": "the input is none; `path` (and `line` for YAML) name what is wrong",
    "input.refused": "the API server said no; `message.args.text` is what Kubernetes says",
    "server.busy": "the server could not do it just now, and the run is as it was; try again after `retryMs`",
    "server.error": "the server failed at it; `message.args.reference` is the id of the error in its log",
}

SIZES = ("act", "cycle", "event", "quiet", "time")
#: Step sizes that may end at any frame and can therefore be sent as unions.
UNION_SIZES = ("quiet", "time")


@dataclass(frozen=True)
class ErrorReply:
    """The answer to a failed request.

    `code` is the kind of failure, one of `ERROR_CODES`. `re` is the id of the request, None when it had none.
    `retry_ms` is the time (ms) after which the client may try again."""

    code: str
    problem: Problem
    re: int | None = None
    retry_ms: int | None = None


# --- fields ---------------------------------------------------------------------------------------

#: The greatest whole number in a message: above any step, and small enough for a float to be exact.
WHOLE_MAX = 2**31 - 1
SECONDS_MAX = 10**9
#: Speeds of a board; static/js/board/clock.js has the same limits.
PACE_LEAST, PACE_MOST = 0.25, 16

Check = Callable[[Any, str], Problem | None]
"""Returns the problem of the value at a path; None when the value is valid."""


def short(value: Any) -> str:
    """JSON text of a value, cut to 40 characters, for error messages."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def wrong_type(path: str, expected: str, value: Any) -> Problem:
    return Problem(path, "protocol.wrong_type", {"path": path, "expected": expected, "got": short(value)})


def whole(value: Any, path: str) -> Problem | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= WHOLE_MAX:
        return wrong_type(path, f"a whole number from 0 to {WHOLE_MAX}", value)
    return None


def positive(value: Any, path: str) -> Problem | None:
    return whole(value, path) or (
        wrong_type(path, f"a whole number from 1 to {WHOLE_MAX}", value) if value < 1 else None
    )


def seconds(value: Any, path: str) -> Problem | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= SECONDS_MAX:
        return wrong_type(path, f"seconds from 0 to {SECONDS_MAX}", value)
    return None


def pace(value: Any, path: str) -> Problem | None:
    """Checks the speed of a board: seconds of the run for each real second."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not PACE_LEAST <= value <= PACE_MOST:
        return wrong_type(path, f"a number from {PACE_LEAST} to {PACE_MOST}", value)
    return None


def position(value: Any, path: str) -> Problem | None:
    """Checks the state that a client reports: step and hash."""
    if not isinstance(value, dict) or set(value) != {"seq", "hash"}:
        return wrong_type(path, "an object {seq, hash}", value)
    if not isinstance(value["hash"], str) or len(value["hash"]) > 128:
        return wrong_type(f"{path}.hash", "a text", value["hash"])
    return whole(value["seq"], f"{path}.seq")


def flag(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, bool) else wrong_type(path, "true or false", value)


def an_object(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, dict) else wrong_type(path, "an object", value)


def one_of(*allowed: str) -> Check:
    def check(value: Any, path: str) -> Problem | None:
        if value in allowed and isinstance(value, str):
            return None
        args: dict[str, Json] = {"path": path, "supported": list(allowed), "got": short(value)}
        return Problem(path, "protocol.not_one_of", args)

    return check


@dataclass(frozen=True)
class Field:
    """A field of a command. A field that is not required may be absent or null and is then None."""

    name: str
    check: Check
    required: bool = True


@dataclass(frozen=True)
class Command:
    """A command: its fields, the right that it needs (`view` or `act` on a run), and its sentence in the
    docs."""

    name: str
    fields: tuple[Field, ...]
    needs: str
    words: str


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "hello",
            (Field("protocol", whole), Field("at", whole, False), Field("have", position, False)),
            "view",
            "the first message: where the client stands and what it has",
        ),
        Command(
            "step",
            (
                Field("from", whole),
                Field("size", one_of(*SIZES)),
                Field("until", seconds, False),
                Field("limit", positive, False),
                Field("union", flag, False),
            ),
            "view",
            "go on from a step; beyond the head only for who may act",
        ),
        Command("seek", (Field("to", whole),), "view", "go to any step up to the head"),
        Command("decision", (Field("seq", whole),), "view", "the whole decision that led to a step"),
        Command(
            "input", (Field("from", whole), Field("input", an_object)), "act", "do something to the cluster"
        ),
        Command("pace", (Field("speed", pace),), "act", "the speed that this board shows"),
        Command("ping", (), "view", "is anybody there"),
    )
}


@dataclass(frozen=True)
class Request:
    """A well-formed message. `args` holds every field of the command."""

    id: int
    command: Command
    args: Mapping[str, Any]


def bad(code: str, path: str = "", re: int | None = None, /, **args: Json) -> ErrorReply:
    """The answer to a message that violates the protocol."""
    return ErrorReply("protocol.bad_message", Problem(path, code, args), re)


def missing(path: str, re: int | None = None) -> ErrorReply:
    return bad("protocol.missing", path, re, path=path)


def parse(text: str, commands: Mapping[str, Command] = COMMANDS) -> Request | ErrorReply:
    """Parses a text message into a request, or into the answer that names the problem."""
    value = decoded_json(text)
    if isinstance(value, Problem):
        return ErrorReply("protocol.bad_message", replace(value, position=None))
    if not isinstance(value, dict):
        return bad("protocol.not_an_object")
    if "id" not in value:
        return missing("id")
    if wrong := whole(value["id"], "id"):
        return ErrorReply("protocol.bad_message", wrong)
    re = value["id"]
    wrong = not_json(value)
    # for YAML its own reader names the line of a bad character
    if wrong is not None and wrong.path != "input.yaml":
        of_input = wrong.path.startswith("input")
        return ErrorReply("input.invalid" if of_input else "protocol.bad_message", wrong, re)
    if "do" not in value:
        return missing("do", re)
    command = commands.get(value["do"]) if isinstance(value["do"], str) else None
    if command is None:
        args: dict[str, Json] = {"got": short(value["do"]), "supported": list(commands)}
        return ErrorReply("protocol.unknown_command", Problem("do", "protocol.unknown_command", args), re)
    return _request(re, command, value)


def _request(re: int, command: Command, value: Mapping[str, Any]) -> Request | ErrorReply:
    fields = {name: member for name, member in value.items() if name not in ("id", "do")}
    args = fields_of(command, fields, re)
    return args if isinstance(args, ErrorReply) else Request(re, command, args)


def fields_of(
    command: Command, value: Mapping[str, Any], re: int | None = None
) -> dict[str, Any] | ErrorReply:
    """All fields of a command, None for absent ones; or the answer that names the first bad one."""
    names = {field.name for field in command.fields}
    for name in value:
        if name not in names:
            path = name[:40]
            return bad("protocol.unknown_field", path, re, path=path, command=command.name)
    args: dict[str, Any] = {}
    for field in command.fields:
        field_value = value.get(field.name)
        if field_value is None and field.required:
            return missing(field.name, re)
        if field_value is not None and (wrong := field.check(field_value, field.name)):
            return ErrorReply("protocol.bad_message", wrong, re)
        args[field.name] = field_value
    if args.get("union") and args.get("size") not in UNION_SIZES:
        only: dict[str, Json] = {
            "path": "size",
            "supported": list(UNION_SIZES),
            "got": short(args.get("size")),
        }
        return ErrorReply("protocol.bad_message", Problem("size", "protocol.not_one_of", only), re)
    if {"size", "until"} <= args.keys() and (args["size"] == "time") != (args["until"] is not None):
        if args["size"] == "time":
            return missing("until", re)
        args["until"] = None
    return args


# --- what the server says -------------------------------------------------------------------------


def encode(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def error_text(error: ErrorReply, *, head: int | None, snapshot: str | None = None) -> str:
    """The error message as JSON text. `snapshot` is JSON text already."""
    text = encode(
        {
            "type": "error",
            "re": error.re,
            "code": error.code,
            "message": message_of(error.problem),
            "path": error.problem.path or None,
            "line": error.problem.position.line if error.problem.position else None,
            "retryMs": error.retry_ms,
            "head": head,
        }
    )
    return text if snapshot is None else f'{text[:-1]},"snapshot":{snapshot}}}'


def frames_text(kind: str, re: int | None, head: int, end: bool, body: str) -> str:
    """A `frames` or `union` message around the members that a worker has encoded."""
    return f'{{"type":"{kind}","re":{encode(re)},"head":{head},"end":{encode(end)},{body}}}'


def snapshot_text(re: int, head: int, snapshot: str) -> str:
    return f'{{"type":"snapshot","re":{re},"head":{head},"snapshot":{snapshot}}}'


def decision_text(re: int, seq: int, decision: str) -> str:
    return f'{{"type":"decision","re":{re},"seq":{seq},"decision":{decision}}}'


def head_text(head: int) -> str:
    return f'{{"type":"head","head":{head}}}'


def waits_text(how: Message | None) -> str:
    return f'{{"type":"waits","how":{encode(how)}}}'


def pong_text(re: int) -> str:
    return f'{{"type":"pong","re":{re}}}'


def working_text(re: int, seconds: int, share: float | None = None, before: int | None = None) -> str:
    opened = "" if share is None else f',"share":{share:.2f}'
    waits = "" if before is None else f',"before":{before}'
    return f'{{"type":"working","re":{re},"seconds":{seconds}{opened}{waits}}}'


def coming_text(characters: int) -> str:
    return f'{{"type":"coming","characters":{characters}}}'
