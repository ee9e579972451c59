"""Notes about fields of a pod that matter in a real cluster and have no effect here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, str | Promise] = {
    "spec.runtimeClassName": _(
        "The node selector, the tolerations and the overhead of its RuntimeClass are not added to the pod."
    ),
}
"""Path of a field, as the core names it → the effect that is not simulated."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    path: str
    words: str


def left_out(paths: Iterable[str]) -> tuple[LeftOut, ...]:
    """The fields with their notes, in the language of the request."""
    return tuple(LeftOut(path, str(WORDS[path])) for path in paths)
