"""The texts that a plugin can say when it refuses a pod: templates with values, and how they are read back.

A plugin lists its texts in `reasons`. It fills the same templates when it refuses a pod, so what is read back
cannot differ from what was said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

_PLACE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Reason:
    """A text in Kubernetes' words. `template` has values as `%(name)s`; `point` is the extension point at
    which it is said, as a KubeSchedulerConfiguration spells it."""

    template: str
    point: str = "filter"


def reasons_at(point: str, *templates: str) -> tuple[Reason, ...]:
    return tuple(Reason(template, point) for template in templates)


def reasons_of_plugin(plugin: object) -> Sequence[Reason]:
    """The texts that the plugin lists; none where it never refuses a pod."""
    reasons = getattr(plugin, "reasons", ())
    return reasons if isinstance(reasons, tuple) else ()


@cache
def pattern_of(template: str) -> re.Pattern[str]:
    """The pattern whose full matches are the template's texts. A group holds each value; it is not empty
    unless Kubernetes may leave it empty, as the value of a taint."""
    parts = _PLACE.split(template)
    names: set[str] = set()
    pattern = [re.escape(parts[0])]
    for name, rest in zip(parts[1::2], parts[2::2], strict=True):
        pattern.append(f"(?P={name})" if name in names else f"(?P<{name}>.*?)")
        pattern.append(re.escape(rest))
        names.add(name)
    return re.compile("".join(pattern), re.DOTALL)


def values_in(template: str, text: str) -> Mapping[str, str] | None:
    """The values in a text of this template; None when the text is another one."""
    match = pattern_of(template).fullmatch(text)
    return None if match is None else match.groupdict()
