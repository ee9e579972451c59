"""Field paths as Kubernetes prints them, `spec.containers[1].resources`, and back to keys and indexes."""

from __future__ import annotations

import re
from typing import Any

Step = str | int

_INDEX = re.compile(r"\[(\d+)\]")
_QUOTED = re.compile(r"\[(?:\"([^\"]*)\"|'([^']*)'|([^\]]*))\]")


def nearest_steps(value: Any, path: str) -> tuple[Step, ...]:
    """The steps of `path` up to where `value` ends.

    Keys may contain dots (`labels.app.kubernetes.io/name` or `labels[app.kubernetes.io/name]`): at each map
    the longest matching key is taken."""
    steps: list[Step] = []
    rest = path.lstrip(".")
    while rest:
        if isinstance(value, list):
            match = _INDEX.match(rest)
            if not match or int(match.group(1)) >= len(value):
                break
            steps.append(int(match.group(1)))
            value = value[int(match.group(1))]
            rest = rest[match.end() :].lstrip(".")
            continue
        if not isinstance(value, dict):
            break
        quoted = _QUOTED.match(rest)
        if quoted:
            key = next(group for group in quoted.groups() if group is not None)
            if key not in value:
                break
            rest = rest[quoted.end() :].lstrip(".")
        else:
            fits = [key for key in value if rest == key or rest.startswith((f"{key}.", f"{key}["))]
            if not fits:
                break
            key = max(fits, key=len)
            rest = rest[len(key) :].lstrip(".")
        steps.append(key)
        value = value[key]
    return tuple(steps)
