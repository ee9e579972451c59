"""What the API server answers. A refusal is a value, in Kubernetes' own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.problem import Problem


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

    `cause` is the message of the Status' cause (evictions), `cause_type` the reason of a cause without a
    message (resizes), and `retry_after_seconds` is the header Retry-After. `problems` are the fields that an
    `Invalid` refusal names; `text` lists them. `path` is the refused part of a person's input
    (`input.documents[0].spec`), "" for other clients.
    """

    code: int
    reason: str
    text: str
    cause: str = ""
    retry_after_seconds: int | None = None
    path: str = ""
    problems: tuple[Problem, ...] = ()
    cause_type: str = ""


Result: TypeAlias = Ok | Refused


def not_found(kind: str, name: str) -> Refused:
    return Refused(404, "NotFound", f'{KINDS[kind].qualified_resource} "{name}" not found')


def already_exists(kind: str, name: str, *, terminating: bool = False) -> Refused:
    """A `terminating` object of that name is named as such (registry/generic/registry/store.go Create)."""
    before = "object is being deleted: " if terminating else ""
    return Refused(409, "AlreadyExists", f'{before}{KINDS[kind].qualified_resource} "{name}" already exists')


def conflict(resource: str, name: str, why: str) -> Refused:
    """`Operation cannot be fulfilled on <resource> "<name>": <why>` (apierrors.NewConflict)."""
    return Refused(409, "Conflict", f'Operation cannot be fulfilled on {resource} "{name}": {why}')


def forbidden(kind: str, name: str, why: str) -> Refused:
    return Refused(403, "Forbidden", f'{KINDS[kind].qualified_resource} "{name}" is forbidden: {why}')


def invalid(kind: str, name: str, problems: Sequence[Problem]) -> Refused:
    """`Pod "x" is invalid: <problem>`, several as `[<first>, <second>]` (apierrors.NewInvalid)."""
    group = KINDS[kind].groups[0]
    return _invalid(f"{kind}.{group}" if group else kind, name, problems)


def invalid_scale(name: str, problem: Problem) -> Refused:
    """The refusal of a value for the scale subresource, which is an object of its own (autoscaling/v1)."""
    return _invalid("Scale.autoscaling", name, (problem,))


def _invalid(qualified_kind: str, name: str, problems: Sequence[Problem]) -> Refused:
    # The only place where problems become the text of an answer.
    sentences = [problem.sentence for problem in problems]
    listed = sentences[0] if len(sentences) == 1 else f"[{', '.join(sentences)}]"
    words = f'{qualified_kind} "{name}" is invalid: {listed}'
    return Refused(422, "Invalid", words, problems=tuple(problems))
