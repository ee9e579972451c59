"""A second instance of a component: it has its own memory and another name on the board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scheduler_core.actor import Act, Actor, Hurries
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json

_MARK = " (2)"


def second_of(name: str) -> str:
    """The name of the second instance of the component `name`."""
    return name + _MARK


def is_second(name: str) -> bool:
    return name.endswith(_MARK)


def first_of(name: str) -> str:
    return name.removesuffix(_MARK)


class SecondInstance:
    """Wraps an actor of its own under the name of the second instance."""

    def __init__(self, inner: Actor) -> None:
        self.inner = inner
        self.rank = inner.rank
        self.name = second_of(inner.name)

    @property
    def watches(self) -> frozenset[str]:
        return self.inner.watches

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        self.inner.observe(event, now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        return self.inner.next_ms(now_ms)

    def hurry(self, now_ms: int) -> bool:
        return isinstance(self.inner, Hurries) and self.inner.hurry(now_ms)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        act = self.inner.act(api, now_ms, random)
        return None if act is None else replace(act, who=self.name)

    def copy(self) -> SecondInstance:
        return SecondInstance(self.inner.copy())

    def fingerprint(self) -> Json:
        return self.inner.fingerprint()
