"""Events, counted instead of repeated."""

from __future__ import annotations

from scheduler_core.apiserver.storage.events import MAX_EVENTS, SIMILAR_MS, EventLog, Occurrence
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace
from tests import builders


def about(name: str = "p", reason: str = "Killing", message: str = "stopping") -> Occurrence:
    return Occurrence(Pod.parse(builders.pod(name)), "Normal", reason, message, "kubelet", "n1")


def test_an_equal_event_is_counted_and_another_one_stored() -> None:
    log = EventLog()
    for second in (1, 2, 3):
        log.record(about(), second * 1_000)
    log.record(about(message="other"), 4_000)

    assert [(3, 1_000, 3_000), (1, 4_000, 4_000)] == [
        (event.count, event.first_ms, event.last_ms) for event in log.about("Pod", "default/p")
    ]


def test_the_event_heard_of_last_stands_at_the_end() -> None:
    log = EventLog()
    for name in ("a", "b", "a"):
        log.record(about(name), 0)

    assert ["b", "a"] == [event.involved_name for event in log.all()]


def test_the_events_silent_for_longest_are_forgotten_first() -> None:
    log = EventLog()
    for number in range(MAX_EVENTS + 1):
        log.record(about(f"p{number}"), number)

    assert MAX_EVENTS == len(log.all())
    assert () == log.about("Pod", "default/p0")


def test_the_manifest_names_object_source_and_times() -> None:
    manifest = EventLog().record(about(), 1_000).to_manifest(1_893_456_000_000)

    assert ({"kind": "Pod", "name": "p", "namespace": "default"}, {"component": "kubelet", "host": "n1"}) == (
        manifest["involvedObject"],
        manifest["source"],
    )
    assert "2030-01-01T00:00:01Z" == manifest["lastTimestamp"]


def test_equal_histories_have_equal_fingerprints() -> None:
    logs = EventLog(), EventLog()
    for log in logs:
        log.record(about(), 0)

    assert logs[0].fingerprint() == logs[1].fingerprint()
    logs[0].record(about(), 1)
    assert logs[0].fingerprint() != logs[1].fingerprint()


def similar(log: EventLog, numbers: range, apart_ms: int = 1_000) -> list[tuple[str, int]]:
    """Messages and counts of the log after Events that differ in their message."""
    for number in numbers:
        log.record(about(message=f"message {number}"), number * apart_ms, combines=True)
    return [(event.message, event.count) for event in log.all()]


def test_from_the_tenth_message_on_similar_events_are_one_that_shows_the_last_message() -> None:
    shown = similar(EventLog(), range(1, 13))

    assert [(f"message {number}", 1) for number in range(1, 10)] == shown[:9]
    assert [("(combined from similar events): message 12", 3)] == shown[9:]


def test_after_ten_minutes_of_silence_similar_events_count_anew() -> None:
    log = EventLog()
    similar(log, range(1, 10))
    log.record(about(message="late"), 9_000 + SIMILAR_MS + 1, combines=True)

    assert "late" == log.all()[-1].message


def test_equal_messages_other_reasons_and_recorders_that_do_not_combine_are_no_similar_events() -> None:
    log = EventLog()
    for number in range(20):
        log.record(about(), number, combines=True)
        log.record(about(reason=f"Reason{number}"), number, combines=True)
        log.record(replace(about(message=f"{number}"), component="x", combines=False), number, combines=True)

    assert [] == [event for event in log.all() if event.message.startswith("(combined")]
