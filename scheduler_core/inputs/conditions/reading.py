"""How conditions read their fields and name objects."""

from __future__ import annotations

from typing import ClassVar

from scheduler_core.inputs.reader import Reader


class Fields(Reader):
    """A Reader that knows no field but those that it is asked for."""

    everywhere: ClassVar[tuple[str, ...]] = ()


def named(key: str) -> str:
    """The name of a pod in sentences: its key, without the namespace `default`."""
    return key.removeprefix("default/")
