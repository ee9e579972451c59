"""Finds the selectors that may match a pod without evaluating all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Generic, TypeVar

from scheduler_core.objects.selection.selectors import LabelSelector

K = TypeVar("K", bound=Hashable)
Label = tuple[str, str]


class LabelIndex(Generic[K]):
    """Keys, each filed under one label that its selector requires; keys without such a label are filed
    separately."""

    __slots__ = ("_anywhere", "_under")

    def __init__(self) -> None:
        self._under: dict[Label, dict[K, None]] = {}
        self._anywhere: dict[K, None] = {}

    def add(self, selector: LabelSelector | None, key: K) -> None:
        """A missing selector matches no pod, so its key is never a candidate."""
        if selector is None:
            return
        label = _insists_on(selector)
        (self._anywhere if label is None else self._under.setdefault(label, {}))[key] = None

    def remove(self, selector: LabelSelector | None, key: K) -> None:
        if selector is None:
            return
        label = _insists_on(selector)
        if label is None:
            del self._anywhere[key]
            return
        filed = self._under[label]
        del filed[key]
        if not filed:
            del self._under[label]

    def candidates(self, labels: Mapping[str, str]) -> Iterator[K]:
        """The keys whose selectors may match these labels; all others certainly do not."""
        yield from self._anywhere
        if self._under:
            for label in labels.items():
                yield from self._under.get(label, ())


def _insists_on(selector: LabelSelector) -> Label | None:
    for requirement in selector.requirements:
        if requirement.operator == "In" and len(requirement.values) == 1:
            return requirement.key, requirement.values[0]
    return None
