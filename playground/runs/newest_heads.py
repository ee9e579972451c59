"""The newest heads of runs that this process has written: who is told that a run has moved need not ask the
database how far.
"""

from __future__ import annotations

from collections import OrderedDict

REMEMBERED = 2_000

_heads: OrderedDict[str, tuple[int, int]] = OrderedDict()


def note(run: str, head: int, inputs: int) -> None:
    """The run has durably come to this head, with so many inputs."""
    if _heads.get(run, (0, 0)) <= (head, inputs):
        _heads[run] = head, inputs
        _heads.move_to_end(run)
        while len(_heads) > REMEMBERED:
            _heads.popitem(last=False)


def known_head(run: str) -> tuple[int, int]:
    """The head and the number of inputs of a run, as far as this process has written them; else zeros."""
    return _heads.get(run, (0, 0))
