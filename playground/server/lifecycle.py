"""The state of the server process. The server sets it; views and sockets read it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Lifecycle:
    """`draining` is True from the moment when the server begins to stop."""

    draining: bool = False
    _calls: list[Callable[[], object]] = field(default_factory=list)

    def drain(self) -> None:
        """Marks the server as stopping and calls the registered functions. Runs on its event loop."""
        self.draining = True
        for call in tuple(self._calls):
            call()

    @contextmanager
    def calls(self, call: Callable[[], object]) -> Iterator[None]:
        """Registers `call` for the time of the block; it is called when the server begins to stop."""
        self._calls.append(call)
        try:
            yield
        finally:
            self._calls.remove(call)


state = Lifecycle()
