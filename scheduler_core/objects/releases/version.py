"""Versions of Kubernetes: `1.36`, `v1.36.2`, and `proposal`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from scheduler_core.objects.scalars.whole_number import whole_number

PROPOSAL = "proposal"
"""Not a release: v1.34 with the changes that the pod-safety proposal asks for and no release has."""
Minor: TypeAlias = tuple[int, int]
# 1.4 is the last release whose node controller deleted the pods of lost nodes by force; 1.8 is the first one
# with pod priorities.
_REPORTED = re.compile(r"v?(1\.[0-9]+\.[0-9]+)")
_VERSION = re.compile(r"v?1\.(4|[89]|[12][0-9]|3[0-7])(\.[0-9]{1,3})?|proposal")
NEWEST_PATCH = 999
"""The patch level of a version that names none."""


class Version(NamedTuple):
    """A version that can be compared. Without a patch level it is the newest patch of its minor release."""

    major: int
    minor: int
    patch: int = NEWEST_PATCH


BASE = Version(1, 34)
"""The release whose behaviour a `Release` without any change has."""
OFFERED = ("1.37", "1.36", "1.35", "1.34")
"""The releases that a person may choose for any run, newest first."""
HELD: Mapping[str, str] = MappingProxyType({"1.36": "v1.36.2", "1.34": "v1.34.1"})
"""The releases whose decisions were recorded and are compared, newest first, and the version that decided."""
NEW_RUNS = "1.36"
"""The release of a new run whose document and nodes name none: the newest one that was held against its
original."""


NEWEST_PATCHES: Mapping[Minor, int] = MappingProxyType(
    {
        (1, 19): 16,
        (1, 20): 15,
        (1, 21): 14,
        (1, 22): 17,
        (1, 23): 17,
        (1, 24): 17,
        (1, 25): 16,
        (1, 26): 15,
        (1, 27): 16,
        (1, 28): 15,
        (1, 29): 14,
        (1, 30): 14,
        (1, 31): 14,
        (1, 34): 1,
        (1, 35): 4,
        (1, 36): 2,
    }
)
"""The patch level that stands for a minor release; 0 for a release that is not named."""


def is_version(value: str) -> bool:
    """Whether a text names a version of Kubernetes that a scenario may have."""
    return _VERSION.fullmatch(value) is not None


def parse_version(value: str) -> Version:
    """The version `1.23`, `v1.23`, `v1.23.4` or `v1.23.4-eks-1`; `BASE` for a text that cannot be read."""
    parts = re.split(r"[.+-]", value.removeprefix("v"))
    numbers = [whole_number(part) for part in parts[:3]]
    if len(numbers) < 2 or numbers[0] is None or numbers[1] is None:
        return BASE
    patch = numbers[2] if len(numbers) == 3 else None
    return Version(numbers[0], numbers[1], NEWEST_PATCH if patch is None else patch)


def git_version(value: str) -> str:
    """What the components of a release say of themselves, as `kubectl version` shows it: `v1.36.2` for
    `1.36`; that of `BASE` for a text that cannot be read."""
    major, minor, patch = parse_version(value)
    newest = NEWEST_PATCHES.get((major, minor), 0)
    return f"v{major}.{minor}.{newest if patch == NEWEST_PATCH else patch}"


def reported_version(value: str) -> str:
    """The version in what a kubelet reports of itself: `1.36.2` for `v1.36.2-eks-1`; "" without one."""
    match = _REPORTED.match(value)
    return "" if match is None else match[1]


def older_minor(value: str) -> str:
    """The minor release before one: `1.35` for `1.36.2`; the oldest that is known has none before it."""
    major, minor = parse_minor(value)
    older = f"{major}.{minor - 1}"
    return older if is_version(older) else f"{major}.{minor}"


def is_older(value: str, other: str) -> bool:
    """Whether a release comes before another one."""
    return parse_version(value) < parse_version(other)


def parse_minor(value: str) -> Minor:
    """(major, minor) of a version."""
    return parse_version(value)[:2]
