"""The background of a server sweeps now and then, goes on after an error, and stops with the server."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from playground.runs.retention import housekeeping, lifetimes


def test_it_sweeps_again_after_an_error_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(housekeeping.limits, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    swept, enough = [], threading.Event()

    def sweep(*_: Any) -> int:
        swept.append(len(swept))
        if len(swept) == 1:
            raise RuntimeError("the database is away")
        if len(swept) == 3:
            enough.set()
        return 0

    monkeypatch.setattr(lifetimes, "sweep", sweep)
    made = housekeeping.Housekeeping()
    made.start()

    assert enough.wait(10)
    made.stop()
    made.thread.join(10)
    assert not made.thread.is_alive()
