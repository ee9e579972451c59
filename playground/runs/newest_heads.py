"""The newest heads that this process has stored, so that its sockets need not read them from the database."""

from __future__ import annotations

from collections import OrderedDict

REMEMBERED = 2_000

_heads: OrderedDict[str, tuple[int, int]] = OrderedDict()


def note(run: str, head: int, inputs: int) -> None:
    """Notes that a head and a number of inputs of a run are stored."""
    if _heads.get(run, (0, 0)) <= (head, inputs):
        _heads[run] = head, inputs
        _heads.move_to_end(run)
        while len(_heads) > REMEMBERED:
            _heads.popitem(last=False)


def newest_head(run: str) -> tuple[int, int]:
    """The newest head and number of inputs that this process has stored for a run; zeros for other runs."""
    return _heads.get(run, (0, 0))
