"""Events that recorders combine, and those that they leave out."""

from __future__ import annotations

from scheduler_core.apiserver.storage.event_correlator import BURST, REFILL_MS, SIMILAR_MS
from scheduler_core.apiserver.storage.events import EventLog
from scheduler_core.objects.replacing import replace
from tests.core.apiserver.storage.builders import occurrence


def similar(log: EventLog, numbers: range, apart_ms: int = 1_000) -> list[tuple[str, int]]:
    """Messages and counts of the log after Events that differ in their message."""
    for number in numbers:
        log.record(occurrence(message=f"message {number}"), number * apart_ms, correlates=True)
    return [(event.message, event.count) for event in log.all()]


def test_from_the_tenth_message_on_similar_events_are_one_that_shows_the_last_message() -> None:
    shown = similar(EventLog(), range(1, 13))

    assert [(f"message {number}", 1) for number in range(1, 10)] == shown[:9]
    assert [("(combined from similar events): message 12", 3)] == shown[9:]


def test_after_ten_minutes_of_silence_similar_events_count_anew() -> None:
    log = EventLog()
    similar(log, range(1, 10))
    log.record(occurrence(message="late"), 9_000 + SIMILAR_MS + 1, correlates=True)

    assert "late" == log.all()[-1].message


def test_equal_messages_other_reasons_and_recorders_that_do_not_correlate_are_no_similar_events() -> None:
    log = EventLog()
    for number in range(12):
        log.record(occurrence(), number, correlates=True)
        log.record(occurrence(reason=f"Reason{number}"), number, correlates=True)
        log.record(
            replace(occurrence(message=f"{number}"), component="x", correlates=False), number, correlates=True
        )

    assert [] == [event for event in log.all() if event.message.startswith("(combined")]


def test_a_source_writes_25_events_about_an_object_and_then_one_in_five_minutes_which_counts_all() -> None:
    log = EventLog()
    counts = []
    for number in range(BURST + 10):
        log.record(occurrence(), number, correlates=True)
        counts.append(log.all()[0].count)
    log.record(occurrence(), REFILL_MS, correlates=True)

    assert [*range(1, BURST + 1), *[BURST] * 10] == counts
    assert [(BURST + 11, 0, REFILL_MS, False)] == [
        (event.count, event.first_ms, event.last_ms, event.new) for event in log.all()
    ]


def test_an_event_that_was_left_out_before_is_written_as_new_with_all_its_reports() -> None:
    log = EventLog()
    for number in range(BURST):
        log.record(occurrence(), number, correlates=True)
    for number in (50, 60, REFILL_MS):
        log.record(occurrence(reason="Other"), number, correlates=True)

    assert [(3, 50, True)] == [
        (event.count, event.first_ms, event.new) for event in log.all() if event.reason == "Other"
    ]


def test_other_objects_other_sources_and_the_recorder_of_the_scheduler_do_not_use_up_what_may_be_written() -> (
    None
):
    log = EventLog()
    for number in range(BURST + 5):
        log.record(occurrence(), number, correlates=True)
        log.record(replace(occurrence(), component="scheduler", correlates=False), number, correlates=True)
    log.record(occurrence("q"), 100, correlates=True)
    log.record(replace(occurrence(), host="n2"), 100, correlates=True)

    assert [
        ("p", "kubelet", "n1", BURST),
        ("p", "scheduler", "n1", BURST + 5),
        ("q", "kubelet", "n1", 1),
        ("p", "kubelet", "n2", 1),
    ] == [(event.involved_name, event.component, event.host, event.count) for event in log.all()]
