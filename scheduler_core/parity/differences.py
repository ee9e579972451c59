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
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found: list[Difference] = []
        for key, value in expected.items():
            here = f"{path}.{key}"
            if key not in got:
                found.append(Difference(here, value, MISSING))
            else:
                found.extend(differences(value, got[key], here))
        found.extend(
            Difference(f"{path}.{key}", MISSING, value) for key, value in got.items() if key not in expected
        )
        return found
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        found = []
        for index, value in enumerate(expected):
            here = f"{path}[{index}]"
            if index >= len(got):
                found.append(Difference(here, value, MISSING))
            else:
                found.extend(differences(value, got[index], here))
        found.extend(
            Difference(f"{path}[{index}]", MISSING, value)
            for index, value in enumerate(got)
            if index >= len(expected)
        )
        return found
    if isinstance(expected, bool) != isinstance(got, bool) or expected != got:
        return [Difference(path, expected, got)]
    return []


def vector_differences(expected: Json, got: Json, path: str = "$") -> list[Difference]:
    """As `differences`, by the conventions of the vectors: only keys of `expected` are compared, and `null`
    equals a missing key; only `reclaimCalls` must be missing where it is not expected.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found: list[Difference] = []
        for key, value in expected.items():
            found.extend(vector_differences(value, got.get(key), f"{path}.{key}"))
        if "reclaimCalls" not in expected and got.get("reclaimCalls"):
            found.append(Difference(f"{path}.reclaimCalls", MISSING, got["reclaimCalls"]))
        return found
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)) and len(expected) == len(got):
        return [
            difference
            for index, (wanted, value) in enumerate(zip(expected, got, strict=True))
            for difference in vector_differences(wanted, value, f"{path}[{index}]")
        ]
    if got is None and expected == {}:
        return []
    return differences(expected, got, path)
