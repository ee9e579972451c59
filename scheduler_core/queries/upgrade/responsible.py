"""Which fields of `Release` are responsible for a difference between two releases: they are switched one at a
time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Generic, TypeVar

from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace

T = TypeVar("T")


def differing(then: Release, now: Release) -> tuple[str, ...]:
    """The fields of `Release` in which two releases differ."""
    names = (rule.name for rule in fields(Release))
    return tuple(name for name in names if getattr(then, name) != getattr(now, name))


def switched(release: Release, names: Iterable[str], other: Release) -> Release:
    """The release with these fields as in the other one."""
    return replace(release, **{name: getattr(other, name) for name in names})


class Responsible(Generic[T]):
    """Finds the fields that are responsible for differences between two releases. What explained an earlier
    difference is tried first, because few fields explain most of them.
    """

    def __init__(self, then: Release, now: Release) -> None:
        self._then, self._now = then, now
        self.fields = differing(then, now)
        self._explained: dict[tuple[str, ...], int] = {}

    def of(self, was: T, is_: T, result: Callable[[Release], T]) -> tuple[str, ...]:
        """The fields that lead from the result `was` in the older release to `is_` in the newer one, in
        the order of `Release`; empty where no field does. `result` is that of any release.
        """
        names = self._explanation(was, is_, result)
        if names:
            self._explained[names] = self._explained.get(names, 0) + 1
        return names

    def _explanation(self, was: T, is_: T, result: Callable[[Release], T]) -> tuple[str, ...]:
        for names in sorted(self._explained, key=lambda names: (len(names), -self._explained[names])):
            if result(switched(self._then, names, self._now)) == is_:
                return names
        for name in self.fields:
            if result(switched(self._then, (name,), self._now)) == is_:
                return (name,)
        needed = tuple(
            name for name in self.fields if result(switched(self._now, (name,), self._then)) != is_
        )
        if needed:
            return needed
        return tuple(name for name in self.fields if result(switched(self._then, (name,), self._now)) != was)
