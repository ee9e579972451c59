"""The termination of a pod on the board: a lane for each container, and the request that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scheduler_core.board.object_views.views import Dying, View
from scheduler_core.kubelet.termination.bars import Bar
from scheduler_core.kubelet.termination.grace import MINIMUM_STOP_SECONDS
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.seconds import seconds

PERSON_DELETES = "input-delete"
"""The kind of the act with which a person deletes an object."""
KUBELET_ENDS = ("evict", "shutdown")
"""The kinds of acts in which a kubelet decides to end the pods that the act names; it kills them later."""
_MOMENTS = ("exit", "SIGKILL")


class Cause(NamedTuple):
    """The act that changed the picture: the number of its frame, and its kind."""

    seq: int
    kind: str


@dataclass(frozen=True, slots=True)
class EndRequest:
    """The act that decided the termination of the pod with this uid, at virtual time `at_ms`."""

    uid: str
    cause: Cause
    at_ms: int

    def view(self) -> View:
        """`person`: a person deleted the pod, so the same DELETE with another grace period can be tried."""
        kind = self.cause.kind
        return {
            "seq": self.cause.seq,
            "t": seconds(self.at_ms),
            "kind": kind,
            "person": kind == PERSON_DELETES,
        }


class Ending(Protocol):
    """What was known of a pod before an act: its uid, its pending deletion, and how far its end has got."""

    @property
    def uid(self) -> str: ...
    @property
    def leaving(self) -> View | None: ...
    @property
    def dying(self) -> Dying | None: ...


def end_request(
    request: EndRequest | None,
    before: Ending | None,
    pod: Pod,
    leaving: View | None,
    dying: Dying | None,
    cause: Cause | None,
    now_ms: int,
) -> EndRequest | None:
    """The request that decides how the pod ends, after `cause`; None when no act of the run asked for it.

    For a deleted pod it is the last act that set or shortened the deletion before the kubelet acted on it, or
    at the same moment. For any other pod it is the act in which its kubelet chose it (`request`), else the
    act in which the kubelet began to end it. `before` are the facts before the act.
    """
    if request is not None and request.uid != pod.uid:
        request = None
    if cause is None or (dying is None and leaving is None):
        return request
    if before is not None and before.uid != pod.uid:
        before = None
    was_ending = before is not None and before.dying is not None
    deletion_changed = leaving is not None and _deletion(leaving) != _deletion(
        None if before is None else before.leaving
    )
    unhandled = not was_ending or (dying is not None and dying.since_ms == now_ms)
    begins = dying is not None and not was_ending
    if (deletion_changed and unhandled) or (begins and request is None):
        return EndRequest(pod.uid, cause, now_ms)
    return request


def _deletion(leaving: Json) -> tuple[Json, Json]:
    """What a DELETE writes: the deadline and the grace period."""
    return find(leaving, "deadline"), find(leaving, "effectiveGraceSeconds")


def termination_view(dying: Dying, began: EndRequest | None) -> View:
    """The termination as the kubelet plans it. Times in lanes, and `gone`, the end of the last container, are
    seconds after `since`."""
    return {
        "since": seconds(dying.since_ms),
        "signal": dying.signal,
        "deadline": seconds(dying.deadline_ms),
        "effectiveGraceSeconds": dying.effective_grace_s,
        "lanes": lanes_view(dying.bars),
        "gone": seconds(max((bar.to_ms for bar in dying.bars), default=0)),
        "began": None if began is None else began.view(),
    }


def lanes_view(bars: Sequence[Bar]) -> list[Json]:
    """A lane for each container, in the order of their first bars."""
    lanes: dict[str, list[Bar]] = {}
    for bar in bars:
        lanes.setdefault(bar.container, []).append(bar)
    return [_lane(container, of_container) for container, of_container in lanes.items()]


def _lane(container: str, bars: Sequence[Bar]) -> Json:
    lasting = sorted(
        (bar for bar in bars if bar.kind not in _MOMENTS), key=lambda bar: (bar.from_ms, bar.to_ms)
    )
    end = next((bar for bar in reversed(bars) if bar.kind in _MOMENTS), None)
    hook = next((bar for bar in lasting if bar.kind == "preStop"), None)
    term = next((bar for bar in lasting if bar.kind == "SIGTERM"), None)
    exits = end is not None and end.kind == "exit" and term is not None
    return {
        "container": container,
        "bars": [
            {
                "kind": bar.kind,
                "from": seconds(bar.from_ms),
                "to": seconds(bar.to_ms),
                "timeout": bar.timeout,
                "outcome": bar.outcome,
            }
            for bar in lasting
        ],
        "end": None if end is None else {"kind": end.kind, "at": seconds(end.to_ms), "code": end.code},
        "least": any(_is_least(bar) for bar in lasting),
        "hookSeconds": None if hook is None else seconds(hook.to_ms - hook.from_ms),
        "signalled": None if term is None else seconds(term.from_ms),
        "exitSeconds": seconds(end.to_ms - term.from_ms) if exits and end and term else None,
    }


def _is_least(bar: Bar) -> bool:
    """Whether a SIGTERM gets only the minimum time that the kubelet always leaves a container."""
    return bar.kind == "SIGTERM" and bar.timeout is not None and bar.timeout <= MINIMUM_STOP_SECONDS
