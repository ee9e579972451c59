"""Protocol 2: what a message may look like. Nothing here does I/O.

One table of commands drives parsing, permission and `docs/protocol.md` (a test holds them equal). Errors are
values.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

PROTOCOL = 2

CLOSE_BAD_PROTOCOL = 4000
CLOSE_NO_SUCH_RUN = 4004
CLOSE_RESTART = 4012
CLOSE_TOO_MANY = 4029

CLOSE_CODES: dict[int, str] = {
    CLOSE_BAD_PROTOCOL: "another version of the protocol",
    CLOSE_NO_SUCH_RUN: "there is no such run",
    CLOSE_RESTART: "the server restarts: reconnect now and resume",
    CLOSE_TOO_MANY: "too many messages in spite of rate.slow_down",
}

ERROR_CODES: dict[str, str] = {
    "protocol.bad_message": "no JSON object, binary, too big, a field missing, unknown or of the wrong type",
    "protocol.unknown_command": "`do` names no command",
    "protocol.hello_first": "something else before hello",
    "protocol.version": "the server speaks another version",
    "rate.slow_down": "more messages than the limits allow; `retryMs` says when to go on",
    "run.not_allowed": "only who may act on the run may do that",
    "run.gone": "the run does not exist any more",
    "step.out_of_range": "there is no such step",
    "step.bounded": "a limit on frames, steps of a run or seconds was hit; the message names it",
    "input.not_at_head": "inputs are taken at the newest step only",
    "input.lost_race": "someone else acted first; carries the newest snapshot",
    "input.invalid": "the input is none; `path` (and `line` for YAML) name what is wrong",
    "input.refused": "the API server said no; `message.args.text` is what Kubernetes says",
    "server.busy": "the server could not do it just now; the run is as it was",
}

BYE_TEXT = '{"type":"bye","reason":"restart"}'

SIZES = ("act", "cycle", "event", "quiet", "time")

Message = dict[str, Any]


def message(id_: str, /, **args: Any) -> Message:
    return {"id": id_, "args": args}


@dataclass(frozen=True)
class WireError:
    """An error as it goes over the wire; `re` is the id of the request, None when it had none."""

    code: str
    message: Message
    re: int | None = None
    path: str | None = None
    line: int | None = None
    retry_ms: int | None = None


# --- fields ---------------------------------------------------------------------------------------

#: Greatest whole number a message may carry: more than any step, less than what a float keeps exactly.
WHOLE_MAX = 2**31 - 1
SECONDS_MAX = 10**9

Check = Callable[[Any, str], Message | None]


def short(value: Any) -> str:
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def wrong(path: str, expected: str, value: Any) -> Message:
    return message("protocol.wrong_type", path=path, expected=expected, got=short(value))


def whole(value: Any, path: str) -> Message | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= WHOLE_MAX:
        return wrong(path, f"a whole number from 0 to {WHOLE_MAX}", value)
    return None


def positive(value: Any, path: str) -> Message | None:
    return whole(value, path) or (
        wrong(path, f"a whole number from 1 to {WHOLE_MAX}", value) if value < 1 else None
    )


def seconds(value: Any, path: str) -> Message | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= SECONDS_MAX:
        return wrong(path, f"seconds from 0 to {SECONDS_MAX}", value)
    return None


def position(value: Any, path: str) -> Message | None:
    if not isinstance(value, dict) or set(value) != {"seq", "hash"}:
        return wrong(path, "an object {seq, hash}", value)
    if not isinstance(value["hash"], str) or len(value["hash"]) > 128:
        return wrong(f"{path}.hash", "a text", value["hash"])
    return whole(value["seq"], f"{path}.seq")


def an_object(value: Any, path: str) -> Message | None:
    return None if isinstance(value, dict) else wrong(path, "an object", value)


def one_of(*known: str) -> Check:
    def check(value: Any, path: str) -> Message | None:
        if value in known and isinstance(value, str):
            return None
        return message("protocol.not_one_of", path=path, known=list(known), got=short(value))

    return check


@dataclass(frozen=True)
class Field:
    """One field of a command. A field that is not required may be absent or null, and is then None."""

    name: str
    check: Check
    required: bool = True


@dataclass(frozen=True)
class Command:
    """A command: its fields, who may give it, and what it does in one sentence (the docs print it)."""

    name: str
    fields: tuple[Field, ...]
    needs: Literal["view", "act"]
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
            ),
            "view",
            "go on from a step; beyond the head only for who may act",
        ),
        Command("seek", (Field("to", whole),), "view", "go to any step up to the head"),
        Command(
            "input", (Field("from", whole), Field("input", an_object)), "act", "do something to the cluster"
        ),
        Command("ping", (), "view", "is anybody there"),
    )
}


@dataclass(frozen=True)
class Request:
    """A well-formed message. `args` holds every field of the command."""

    id: int
    command: Command
    args: Mapping[str, Any]


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def bad(what: Message, re: int | None = None, path: str | None = None) -> WireError:
    return WireError("protocol.bad_message", what, re, path)


def parse(text: str) -> Request | WireError:
    """What a text message asks for, or what is wrong with it."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        return bad(message("protocol.not_json", detail="nested too deeply"))
    except ValueError as error:
        return bad(message("protocol.not_json", detail=str(error)[:120]))
    if not isinstance(value, dict):
        return bad(message("protocol.not_an_object"))
    if "id" not in value:
        return bad(message("protocol.missing", path="id"), path="id")
    if complaint := whole(value["id"], "id"):
        return bad(complaint, path="id")
    re = value["id"]
    if "do" not in value:
        return bad(message("protocol.missing", path="do"), re, "do")
    command = COMMANDS.get(value["do"]) if isinstance(value["do"], str) else None
    if command is None:
        return WireError(
            "protocol.unknown_command",
            message("protocol.unknown_command", got=short(value["do"]), known=list(COMMANDS)),
            re,
            "do",
        )
    known = {"id", "do", *(field.name for field in command.fields)}
    for name in value:
        if name not in known:
            path = name[:40]
            return bad(message("protocol.unknown_field", path=path, command=command.name), re, path)
    args: dict[str, Any] = {}
    for field in command.fields:
        found = value.get(field.name)
        if found is None and field.required:
            return bad(message("protocol.missing", path=field.name), re, field.name)
        if found is not None and (complaint := field.check(found, field.name)):
            return bad(complaint, re, str(complaint["args"].get("path", field.name)))
        args[field.name] = found
    if command.name == "step" and (args["size"] == "time") != (args["until"] is not None):
        if args["size"] == "time":
            return bad(message("protocol.missing", path="until"), re, "until")
        args["until"] = None
    return Request(re, command, args)


# --- what the server says -------------------------------------------------------------------------


def encode(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def error_text(error: WireError, *, head: int | None, snapshot: str | None = None) -> str:
    """The error message as JSON text; `snapshot` is JSON text already."""
    text = encode(
        {
            "type": "error",
            "re": error.re,
            "code": error.code,
            "message": error.message,
            "path": error.path,
            "line": error.line,
            "retryMs": error.retry_ms,
            "head": head,
        }
    )
    return text if snapshot is None else f'{text[:-1]},"snapshot":{snapshot}}}'


def frames_text(re: int | None, head: int, end: bool, body: str) -> str:
    """A `frames` message round the members that a worker encoded."""
    return f'{{"type":"frames","re":{encode(re)},"head":{head},"end":{encode(end)},{body}}}'


def snapshot_text(re: int, head: int, snapshot: str) -> str:
    return f'{{"type":"snapshot","re":{re},"head":{head},"snapshot":{snapshot}}}'


def head_text(head: int) -> str:
    return f'{{"type":"head","head":{head}}}'


def pong_text(re: int) -> str:
    return f'{{"type":"pong","re":{re}}}'


def decode(text: str) -> Message:
    """A message that a worker encoded."""
    value: Message = json.loads(text)
    return value
