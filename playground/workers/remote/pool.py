"""The pool of a server whose runs are stepped on other machines. While no worker is reachable the server
steps them itself, so that boards continue."""

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playground.server.fairness.asker import asker
from playground.server.refusals import BusyError
from playground.workers.answers import Answer, Recipe
from playground.workers.local import InlinePool, ProcessPool, prepare_start
from playground.workers.remote.roster import NobodyError

if TYPE_CHECKING:
    from playground.workers.remote.link import Link


class RemotePool:
    """`make_own` creates the pool of this machine on first use."""

    def __init__(self, link: "Link", make_own: Callable[[], ProcessPool | InlinePool]) -> None:
        self.link, self.make_own = link, make_own
        self.lock = threading.Lock()
        self.own: ProcessPool | InlinePool | None = None
        self.pasts: Counter[str] = Counter()
        """Run → how often it was forgotten. Inputs that this server gave before that are void."""

    def itself(self) -> ProcessPool | InlinePool:
        with self.lock:
            self.own = self.own or self.make_own()
            return self.own

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any]
    ) -> Answer:
        giver = f"{self.link.name}.{self.pasts[run]}"
        future = self.link.begin(self.link.call(run, inputs, recipe, task, args, asker.get(), giver))
        try:
            return await asyncio.wrap_future(future)
        except NobodyError:
            return await self.itself().call(run, inputs, recipe, task, args)

    def open(self, run: str, recipe: Recipe) -> None:
        with contextlib.suppress(BusyError):
            self.link.begin(self.link.tell(run, {"what": "open", "asker": asker.get()}, recipe))

    def opening(self, run: str) -> float | None:
        """The share (0 to 1) of a large run's opening that is done, as last reported by its worker."""
        share = self.link.opening(run)
        return self.own.opening(run) if share is None and self.own is not None else share

    def before(self, run: str) -> int | None:
        """The number of calls before the waiting ones about a run; None when none waits."""
        before = self.link.before(run)
        return self.own.before(run) if before is None and self.own is not None else before

    def forget(self, run: str) -> None:
        self.pasts[run] += 1
        with contextlib.suppress(BusyError):
            self.link.begin(self.link.tell(run, {"what": "forget"}))
        if self.own is not None:
            self.own.forget(run)

    def warm_up(self) -> None:
        """Does nothing: remote workers start by themselves, and local ones when no remote worker is left."""
        prepare_start()

    def loads(self) -> list[tuple[str, int, bool]]:
        """The loads of local workers; each remote worker reports its own."""
        return self.own.loads() if self.own is not None else []

    def close(self) -> None:
        self.link.close()
        if self.own is not None:
            self.own.close()
