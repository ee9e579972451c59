"""How conditions read their fields and name objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from scheduler_core.inputs.reader import Reader, WrongError, short
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

TEXT_LIMIT = 2_000
"""The longest sentence that a condition may expect."""


class Fields(Reader):
    """A Reader for which `kind` and `at` are fields like any other."""

    everywhere: ClassVar[tuple[str, ...]] = ()

    def map(self, name: str) -> Mapping[str, Json]:
        """A map; {} when it is missing."""
        value = self.value(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.wrong(name, "input.not_a_map")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """One text or a list of them; () when it is missing."""
        value = self.value(name)
        if isinstance(value, (list, tuple)) and value:
            for place, entry in enumerate(value):
                if not isinstance(entry, str) or not entry:
                    raise self.wrong(f"{name}[{place}]", "input.not_a_text", got=short(entry))
            return tuple(str(entry) for entry in value)
        return (self.name(name),) if value is not None else ()


def says_nothing(path: str, fields: Json) -> WrongError:
    """The error of a condition at `path` in which none of these fields is set."""
    return WrongError(Problem(path, "condition.says_nothing", {"supported": fields}))


def named(key: str) -> str:
    """The name of a pod in sentences: its key, without the namespace `default`."""
    return key.removeprefix("default/")
