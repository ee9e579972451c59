"""The differences between two JSON values, each with path, expected value and actual value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json


class Missing:
    """Stands for a missing value."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Difference:
    path: str
    expected: Json | Missing
    got: Json | Missing

    def lines(self) -> tuple[str, str, str]:
        return f"  {self.path}", f"    expected {_shown(self.expected)}", f"    got      {_shown(self.got)}"


def _shown(value: Json | Missing) -> str:
    if isinstance(value, Missing):
        return repr(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def differences(expected: Json, got: Json, path: str = "$") -> list[Difference]:
    """All places where `got` differs from `expected`, in the order of the expected value."""
    before, after = _entries(expected), _entries(got)
    if before is not None and after is not None and isinstance(expected, Mapping) == isinstance(got, Mapping):
        problems: list[Difference] = []
        for step, value in before.items():
            if step in after:
                problems += differences(value, after[step], path + step)
            else:
                problems.append(Difference(path + step, value, MISSING))
        added = ((step, value) for step, value in after.items() if step not in before)
        return [*problems, *(Difference(path + step, MISSING, value) for step, value in added)]
    if isinstance(expected, bool) != isinstance(got, bool) or expected != got:
        return [Difference(path, expected, got)]
    return []


def _entries(value: Json) -> dict[str, Json] | None:
    """The entries of a map or list by their step in a path, `.key` or `[index]`; None for another value."""
    if isinstance(value, Mapping):
        return {f".{key}": entry for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return {f"[{index}]": entry for index, entry in enumerate(value)}
    return None


def vector_differences(expected: Json, got: Json, path: str = "$") -> list[Difference]:
    """As `differences`, by the conventions of the vectors: only keys of `expected` are compared, and `null`
    equals a missing key; only `reclaimCalls` must be missing where it is not expected.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        problems: list[Difference] = []
        for key, value in expected.items():
            problems.extend(vector_differences(value, got.get(key), f"{path}.{key}"))
        if "reclaimCalls" not in expected and got.get("reclaimCalls"):
            problems.append(Difference(f"{path}.reclaimCalls", MISSING, got["reclaimCalls"]))
        return problems
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)) and len(expected) == len(got):
        return [
            difference
            for index, (entry, value) in enumerate(zip(expected, got, strict=True))
            for difference in vector_differences(entry, value, f"{path}[{index}]")
        ]
    if got is None and expected == {}:
        return []
    return differences(expected, got, path)
