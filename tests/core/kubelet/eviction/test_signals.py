"""Signals of the eviction manager, their conditions and amounts."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.eviction.signals import (
    CONDITIONS,
    RESOURCES,
    Observation,
    available_quantity,
    condition_of,
)


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        ("memory.available", "MemoryPressure"),
        ("allocatableMemory.available", "MemoryPressure"),
        ("nodefs.inodesFree", "DiskPressure"),
        ("imagefs.available", "DiskPressure"),
        ("pid.available", "PIDPressure"),
    ],
)
def test_a_signal_sets_one_condition(signal: str, expected: str) -> None:
    assert expected == condition_of(signal)


def test_every_condition_has_a_signal() -> None:
    assert set(CONDITIONS) == {condition_of(signal) for signal in RESOURCES}


@pytest.mark.parametrize(
    ("signal", "expected"),
    [("memory.available", "2Ki"), ("nodefs.inodesFree", "2048"), ("pid.available", "2048")],
)
def test_bytes_are_written_in_the_binary_family_and_counts_in_the_decimal_one(
    signal: str, expected: str
) -> None:
    assert expected == str(available_quantity(signal, Observation(2_048, 4_096, 0)))
