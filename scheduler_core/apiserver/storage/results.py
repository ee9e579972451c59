"""What the API server answers. A refusal is a value, in Kubernetes' own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.kinds import KINDS, Object


@dataclass(frozen=True, slots=True)
class Ok:
    """The write succeeded. `object` is the stored object, or the last state of a removed one. `changed` is
    False when the stored object was equal already and nothing was written.
    """

    object: Object
    changed: bool = True
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal: HTTP `code`, Status `reason` (`NotFound`, `Conflict`, `Invalid`, `Forbidden` …) and message
    `text`.

    `cause` is the message of the Status' cause (evictions), and `retry_after_seconds` is the header
    Retry-After. `path` is the refused part of a person's input (`input.documents[0].spec`), "" for other
    clients.
    """

    code: int
    reason: str
    text: str
    cause: str = ""
    retry_after_seconds: int | None = None
    path: str = ""


Result: TypeAlias = Ok | Refused


def not_found(kind: str, name: str) -> Refused:
    return Refused(404, "NotFound", f'{KINDS[kind].qualified_resource} "{name}" not found')


def already_exists(kind: str, name: str) -> Refused:
    return Refused(409, "AlreadyExists", f'{KINDS[kind].qualified_resource} "{name}" already exists')


def conflict(resource: str, name: str, why: str) -> Refused:
    """`Operation cannot be fulfilled on <resource> "<name>": <why>` (apierrors.NewConflict)."""
    return Refused(409, "Conflict", f'Operation cannot be fulfilled on {resource} "{name}": {why}')


def forbidden(kind: str, name: str, why: str) -> Refused:
    return Refused(403, "Forbidden", f'{KINDS[kind].qualified_resource} "{name}" is forbidden: {why}')


def invalid(kind: str, name: str, problems: tuple[str, ...]) -> Refused:
    """`Pod "x" is invalid: <problem>`, several as `[<first>, <second>]` (apierrors.NewInvalid)."""
    group = KINDS[kind].groups[0]
    listed = problems[0] if len(problems) == 1 else f"[{', '.join(problems)}]"
    return Refused(
        422,
        "Invalid",
        f'{kind}.{group} "{name}" is invalid: {listed}' if group else f'{kind} "{name}" is invalid: {listed}',
    )
