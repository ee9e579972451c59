"""Tasks of workers for the Kubernetes API: answers are HTTP bodies, encoded once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from scheduler_core import ApiRequest, ApiResponse, answer_read, as_on_wall


@dataclass(frozen=True)
class Reply:
    """An HTTP answer. `body` is text; bytes of another kind come as hexadecimal digits."""

    code: int
    body: str
    media_type: str
    headers: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


def encode(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def reply_of(response: ApiResponse, offset_ms: int = 0) -> Reply:
    body = response.body if isinstance(response.body, str) else as_on_wall(encode(response.body), offset_ms)
    headers = tuple(response.headers.items())
    return Reply(response.code, body, response.media_type, headers, response.warnings)


def offset_of(recording: Any, seq: int, wall_ms: int) -> int:
    """What is added to moments of a run so that its now at a step is the now of the wall clock."""
    world = recording.world(seq)
    return (wall_ms - world.api.epoch_ms(world.now_ms)) // 1000 * 1000


def kube_read(recording: Any, *, seq: int, request: dict[str, Any], wall_ms: int) -> Reply:
    """The answer to a GET about step `seq`."""
    response = answer_read(recording.world(seq), ApiRequest.from_json(request))
    return reply_of(response, offset_of(recording, seq, wall_ms))


KUBE_TASKS = {"kube_read": kube_read}
