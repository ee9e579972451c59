"""Which nodes have changed since a reader last looked."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.change_log import MAX_CHANGES, ChangeLog


def test_a_reader_sees_what_was_noted_after_its_mark() -> None:
    log = ChangeLog()
    log.note(3)
    mark = log.end
    log.note(1)
    log.note(1)

    assert [1, 1] == list(log.since(mark) or ())
    assert [] == list(log.since(log.end) or ())


def test_a_reader_that_is_too_far_behind_is_told_so() -> None:
    log = ChangeLog()
    for place in range(2 * MAX_CHANGES + 1):
        log.note(place)

    assert log.since(0) is None
    assert MAX_CHANGES + 1 == len(log.since(MAX_CHANGES) or ())
    assert 2 * MAX_CHANGES + 1 == log.end
