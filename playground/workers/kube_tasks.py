"""Tasks of workers for the Kubernetes API: answers are HTTP bodies, encoded once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from scheduler_core import (
    ApiRequest,
    ApiResponse,
    Problem,
    Refused,
    TimedInput,
    answer_read,
    answer_watch,
    answer_write,
    as_on_wall,
    bookmark_of,
    failure_status,
    say,
)


@dataclass(frozen=True)
class Reply:
    """An HTTP answer. `body` is text; binary bodies are hexadecimal."""

    code: int
    body: str
    media_type: str
    headers: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class InputReply:
    """An answer whose request became an input: `stored` is the JSON text of the input; `frames` and `tail`
    are those of an answer to a step."""

    reply: Reply
    seq: int
    frames: str
    tail: str
    stored: str


@dataclass(frozen=True)
class WatchEvents:
    """Events of a watch as lines of JSON, the watch's resourceVersion after them, and the BOOKMARK that
    reports it."""

    lines: str
    version: str
    bookmark: str


def encode(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def reply_of(response: ApiResponse, offset_ms: int = 0) -> Reply:
    body = response.body if isinstance(response.body, str) else as_on_wall(encode(response.body), offset_ms)
    headers = tuple(response.headers.items())
    return Reply(response.code, body, response.media_type, headers, response.warnings)


def offset_of(recording: Any, seq: int, wall_ms: int, clock_ms: int | None = None) -> int:
    """The offset that maps the run's present moment to the wall clock; the present moment is `clock_ms` while
    the run's clock runs, else that of the step."""
    world = recording.world(seq)
    now_ms = max(world.now_ms, clock_ms or 0)
    return (wall_ms - world.api.epoch_ms(now_ms)) // 1000 * 1000


def kube_read(
    recording: Any, *, seq: int, request: dict[str, Any], head: int, wall_ms: int, clock_ms: int | None
) -> Reply:
    """The answer to a GET about step `seq`. The moment of step `head`, or of `clock_ms` while the clock runs,
    is shown as `wall_ms`; for a run that ends before that head, its end takes the place of the head."""
    head = head if recording.reach(head, frames=False) else recording.head_seq
    response = answer_read(recording.world(seq), ApiRequest.from_json(request), clock_ms)
    return reply_of(response, offset_of(recording, head, wall_ms, clock_ms))


def kube_write(
    recording: Any,
    *,
    at: int,
    request: dict[str, Any],
    wall_ms: int,
    may_write: bool,
    why: str,
    clock_ms: int | None,
) -> Reply | InputReply:
    """Does a write at step `at`, at the moment `clock_ms` of the run's clock; a write that changes something
    becomes an input there."""
    offset_ms = offset_of(recording, at, wall_ms, clock_ms)
    api_request = ApiRequest.from_json(request)
    answer = answer_write(recording.world(at), api_request, offset_ms, may_write=may_write, why=why)
    reply = reply_of(answer.response, offset_ms)
    if answer.input is None:
        return reply
    value = answer.input if clock_ms is None else TimedInput(clock_ms, answer.input)
    frame = recording.give(at, value)
    if isinstance(frame, Problem):
        words = say({"id": frame.code, "args": frame.args})
        return reply_of(failure_status(400, f"{frame.path}: {words}"))
    if isinstance(frame, Refused):  # etcd does not answer
        text = frame.text or "the cluster could not do that"
        return reply_of(failure_status(500, f"Internal error occurred: {text}"))
    state = recording.hash(at + 1), recording.quiet(at + 1), recording.next_time(at + 1)
    tail = '"hash":{},"quiet":{},"next":{}'.format(*(encode(part) for part in state))
    return InputReply(
        reply, at + 1, recording.encoded_frame(at + 1).decode("ascii"), tail, recording.input_text(at)
    )


def kube_watch(
    recording: Any, *, seq: int, request: dict[str, Any], since: str, wall_ms: int, clock_ms: int | None
) -> Reply | WatchEvents:
    """The events of a watch at step `seq` since its resourceVersion."""
    api_request = ApiRequest.from_json(request)
    changes = answer_watch(recording, seq, api_request, since, clock_ms)
    offset_ms = offset_of(recording, seq, wall_ms, clock_ms)
    if isinstance(changes, ApiResponse):
        return reply_of(changes, offset_ms)
    lines = "".join(f"{as_on_wall(encode(event), offset_ms)}\n" for event in changes.events)
    return WatchEvents(lines, changes.version, encode(bookmark_of(api_request, changes.version)))


def kube_now(recording: Any, *, seq: int) -> WatchEvents:
    """The virtual second of step `seq`."""
    return WatchEvents(encode(float(recording.time(seq))), "", "")
