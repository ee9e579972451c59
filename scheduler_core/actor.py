"""The protocol of everything that acts in a cluster: the scheduler, the kubelets, the controllers.

Actors never call each other. They learn of the cluster through `observe` and change it through the API
server, with one atomic write in each `act`; the simulation picks the next actor by (time, rank, serial).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json

if TYPE_CHECKING:
    from scheduler_core.apiserver.server import ApiServer


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for any language: an id of a `messages.py` table and its named arguments."""

    id: str
    args: tuple[tuple[str, MessageArg], ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"id": …, "args": {name: value}}`; an argument may itself be a message or a list of strings."""
        return {"id": self.id, "args": {name: _arg_to_json(value) for name, value in self.args}}


MessageArg = str | int | float | bool | None | Message | tuple[str, ...]


def message(message_id: str, **args: MessageArg) -> Message:
    """A `Message` whose arguments are given by name."""
    return Message(message_id, tuple(args.items()))


def _arg_to_json(value: MessageArg) -> Json:
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, tuple):
        return list(value)
    return value


class DecisionValue(Protocol):
    """The reasons of a decision; only the scheduler makes decisions."""

    def to_json(self) -> dict[str, Json]:
        """Everything: the DecisionView of docs/protocol.md."""
        ...

    def outline(self) -> dict[str, Json]:
        """What the board paints of it in each step."""
        ...

    def brief(self) -> dict[str, Json]:
        """What the board needs of it once another decision is newer."""
        ...


class EffectValue(Protocol):
    """What an event means for a waiting pod, and which plugin decided it."""

    def to_json(self) -> dict[str, Json]: ...


@dataclass(frozen=True, slots=True)
class Toss:
    """A random choice: what it was about, the names it chose among, and the one it took.

    `among` is empty where there are too many to list (the suffix of a generated name).
    """

    what: str
    among: tuple[str, ...]
    chose: str


@dataclass(frozen=True, slots=True)
class Act:
    """One atomic action of an actor. The simulation makes one frame of it.

    `actor` is the component (`scheduler`, `kubelet`, `controller`, `script`, `you`), `who` its name on the
    board (`kube-scheduler`, `kubelet n1`, `replicaset-controller`), `kind` a frame kind of docs/protocol.md.
    `request` is an input that the world carries out as a part of this act, for instance a fencing.
    """

    actor: str
    who: str
    kind: str
    message: Message
    focus_pods: tuple[str, ...] = ()
    focus_nodes: tuple[str, ...] = ()
    decision: DecisionValue | None = None
    tosses: tuple[Toss, ...] = ()
    cycle: int | None = None
    effects: tuple[EffectValue, ...] = ()
    request: Mapping[str, Json] | None = None


@runtime_checkable
class Hurries(Protocol):
    """An actor that takes a moment to react, and can be made to react at once."""

    def hurry(self, now_ms: int) -> bool:
        """Makes due at `now_ms` what it would do within the time of a reaction; whether there was any."""


class Actor(Protocol):
    """Something that acts in the cluster. Times are virtual milliseconds since the scenario's start."""

    rank: int
    name: str

    @property
    def watches(self) -> frozenset[str]:
        """The kinds of objects that it watches. Writes to other kinds are not passed to `observe`."""

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        """Receives one write to an object of a kind that it watches, as an informer does."""

    def next_ms(self, now_ms: int) -> int | None:
        """The earliest time at which `act` has something to do (at most `now_ms` means now); None when it has
        nothing to do. It is called again only after `observe`, `act`, or an input that concerns the actor."""

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Carries out one atomic action. None when there was nothing to do; then there is no frame."""

    def copy(self) -> Self:
        """A checkpoint: it has its own dicts and shares immutable values."""

    def fingerprint(self) -> Json:
        """Everything that decides what this actor will do next, in canonical JSON; it is part of the state
        hash."""
