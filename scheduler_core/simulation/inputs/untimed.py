"""What all inputs have in common, whoever carries them out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from scheduler_core.objects.manifest import Json

if TYPE_CHECKING:
    from scheduler_core.simulation.inputs.reader import Reader


class Untimed(ABC):
    """One thing a person does to the cluster, without the time at which it is done."""

    __slots__ = ()
    kind: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, read: Reader) -> Self:
        """Reads the fields from JSON; the reader raises what is wrong with one of them."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """The JSON that `read` reads."""


class Command(Untimed):
    """An input that asks the API server for something, as kubectl does."""

    __slots__ = ()


class Fault(Untimed):
    """An input that happens to the network, to a process, a machine or an application."""

    __slots__ = ()


def as_seconds(ms: int) -> int | float:
    """Milliseconds as inputs have them in JSON: seconds, whole where they are whole."""
    return ms // 1000 if ms % 1000 == 0 else ms / 1000
