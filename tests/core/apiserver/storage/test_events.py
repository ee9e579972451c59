"""Events, counted instead of repeated."""

from __future__ import annotations

from scheduler_core.apiserver.storage.events import MAX_EVENTS, EventLog
from tests.core.apiserver.storage.builders import occurrence


def test_an_equal_event_is_counted_and_another_one_stored() -> None:
    log = EventLog()
    for second in (1, 2, 3):
        log.record(occurrence(), second * 1_000)
    log.record(occurrence(message="other"), 4_000)

    assert [(3, 1_000, 3_000), (1, 4_000, 4_000)] == [
        (event.count, event.first_ms, event.last_ms) for event in log.about("Pod", "default/p")
    ]


def test_the_event_heard_of_last_stands_at_the_end() -> None:
    log = EventLog()
    for name in ("a", "b", "a"):
        log.record(occurrence(name), 0)

    assert ["b", "a"] == [event.involved_name for event in log.all()]


def test_the_events_silent_for_longest_are_forgotten_first() -> None:
    log = EventLog()
    for number in range(MAX_EVENTS + 1):
        log.record(occurrence(f"p{number}"), number)

    assert MAX_EVENTS == len(log.all())
    assert () == log.about("Pod", "default/p0")


def test_the_manifest_names_object_source_and_times() -> None:
    log = EventLog()
    log.record(occurrence(), 1_000)
    manifest = log.all()[0].to_manifest(1_893_456_000_000)

    assert ({"kind": "Pod", "name": "p", "namespace": "default"}, {"component": "kubelet", "host": "n1"}) == (
        manifest["involvedObject"],
        manifest["source"],
    )
    assert "2030-01-01T00:00:01Z" == manifest["lastTimestamp"]


def test_equal_histories_have_equal_fingerprints() -> None:
    logs = EventLog(), EventLog()
    for log in logs:
        log.record(occurrence(), 0)

    assert logs[0].fingerprint() == logs[1].fingerprint()
    logs[0].record(occurrence(), 1)
    assert logs[0].fingerprint() != logs[1].fingerprint()
