"""The workload by which the speed of a machine is measured."""

from __future__ import annotations

import pytest

from scheduler_core.bench import calibration


def test_the_workload_does_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "ROUNDS", 10_000)

    assert calibration.work() == calibration.work() > 0


def test_the_time_is_the_median_so_that_one_slow_run_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 10.0, 19.0, 20.0, 22.0])
    monkeypatch.setattr(calibration, "ROUNDS", 1)
    monkeypatch.setattr(calibration, "process_time", lambda: next(clock))

    assert 2.0 == calibration.calibrate(runs=3)
