"""What is no JSON: a value that could not be stored, hashed and sent is refused where it comes in, by its
path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from scheduler_core.objects.manifest import Json

MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Unsound:
    """`path` as in `spec.containers[0].name`; `code` is a message id of `simulation/messages.py`."""

    path: str
    code: str
    args: Mapping[str, Json]


def unsound(value: object, path: str = "") -> Unsound | None:
    """The first thing in `value` that JSON cannot hold (a key that is no text, NaN, a date …) or that lies
    too deep."""
    waiting: list[tuple[object, str, int]] = [(value, path, 0)]
    while waiting:
        here, at, depth = waiting.pop()
        if here is None or isinstance(here, (str, int)):
            continue
        if isinstance(here, float):
            if not isfinite(here):
                return Unsound(at, "value.not_finite", {"got": str(here)})
            continue
        if depth >= MAX_DEPTH:
            return Unsound(at, "value.too_deep", {"limit": MAX_DEPTH})
        if isinstance(here, Mapping):
            for key, inner in here.items():
                if not isinstance(key, str):
                    return Unsound(at, "value.key_not_text", {"got": repr(key)[:60]})
                waiting.append((inner, f"{at}.{key}" if at else key, depth + 1))
        elif isinstance(here, (list, tuple)):
            waiting.extend((inner, f"{at}[{index}]", depth + 1) for index, inner in enumerate(here))
        else:
            return Unsound(at, "value.not_json", {"got": type(here).__name__})
    return None
