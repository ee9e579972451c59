"""The base classes of all inputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from scheduler_core.objects.manifest import Json

if TYPE_CHECKING:
    from scheduler_core.inputs.reader import Reader


class Untimed(ABC):
    """One thing that a person does to the cluster, without its time."""

    __slots__ = ()
    kind: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, read: Reader) -> Self:
        """Reads the fields from JSON; the reader raises a problem of any of them."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """The JSON that `read` reads."""


class Command(Untimed):
    """An input that sends a request to the API server, as kubectl does."""

    __slots__ = ()


class Fault(Untimed):
    """An input that changes the network, a process, a machine or an application."""

    __slots__ = ()
