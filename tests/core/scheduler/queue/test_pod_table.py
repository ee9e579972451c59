"""A table of waiting pods that has its first one at hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.scheduler.queue.pod_table import SLACK, PodTable
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from tests.core.scheduler.builders import pod


def queued(name: str, serial: int) -> QueuedPodInfo:
    return QueuedPodInfo(pod(name), timestamp_ms=0, serial=serial)


def by_serial(one: QueuedPodInfo) -> tuple[int, ...]:
    return (one.serial,)


def filled(*serials: int) -> PodTable:
    table = PodTable(by_serial)
    for serial in serials:
        table[f"p{serial}"] = queued(f"p{serial}", serial)
    return table


def test_the_first_is_the_one_with_the_smallest_key() -> None:
    assert 1 == filled(3, 1, 2).first().serial


def test_a_pod_that_left_is_not_the_first_any_more() -> None:
    table = filled(3, 1, 2)
    del table["p1"]
    table.pop("p2")

    assert 3 == table.first().serial


def test_a_pod_whose_record_changed_has_its_new_place() -> None:
    table = filled(1, 2)
    table["p1"] = replace(table["p1"], serial=9)

    assert 2 == table.first().serial


def test_the_first_of_an_empty_table_is_an_error() -> None:
    table = filled(1)
    table.pop("p1")

    with pytest.raises(IndexError):
        table.first()


def test_every_change_makes_a_new_version_and_a_pod_that_is_not_there_none() -> None:
    table = filled(1, 2)
    before = table.version
    table.pop("unknown")
    assert before == table.version

    table.pop("p1")
    del table["p2"]
    assert before + 2 == table.version


def test_a_copy_changes_on_its_own() -> None:
    table = filled(1, 2)
    copy = table.copied(by_serial)
    del copy["p1"]

    assert (1, 2) == (table.first().serial, copy.first().serial)


def test_after_many_changes_the_first_is_still_right() -> None:
    table = filled(5)
    for serial in range(10, 10 + 4 * SLACK):
        table["late"] = queued("late", serial)

    assert 5 == table.first().serial
    del table["p5"]
    assert 9 + 4 * SLACK == table.first().serial
