"""A cache of answers about steps: a past step never changes, so each question is answered once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from playground import limits

Key = tuple[str, int, int, str, str]
"""Run, number of its inputs, step, task, and the other arguments as text."""


class Answers:
    """The most recently used answers as text, together at most `characters` long."""

    def __init__(self, characters: int) -> None:
        self.characters = characters
        self._kept: OrderedDict[Key, str | None] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: Key, default: Any = None) -> Any:
        """The cached answer, which is None for something that does not exist; `default` when nothing is
        cached."""
        with self._lock:
            if key not in self._kept:
                return default
            self._kept.move_to_end(key)
            return self._kept[key]

    def keep(self, key: Key, text: str | None) -> None:
        """Caches an answer unless it is longer than a sixteenth of the whole cache."""
        size = _cost(text)
        if size > self.characters // 16:
            return
        with self._lock:
            if key in self._kept:
                self._size -= _cost(self._kept.pop(key))
            self._kept[key] = text
            self._size += size
            while self._size > self.characters:
                self._size -= _cost(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._size = 0


def _cost(text: str | None) -> int:
    return len(text or "") + 200


answers = Answers(limits.ANSWERS_KEPT_CHARACTERS)
