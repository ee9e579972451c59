"""Watches: what a client is told that stands at a resourceVersion."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import ApiRequest, ApiResponse, Run, answer_watch, answer_write, bookmark_of
from scheduler_core.engine import watch_log
from scheduler_core.rest.reads.watch import INITIAL_EVENTS_END, Watched
from tests.builders import pod
from tests.core.rest.builders import TABLE, body, shop

PODS = "/api/v1/namespaces/default/pods"


def watched(recording: Run, since: str, path: str = PODS, accept: str = "", **query: str) -> Watched:
    result = answer_watch(recording, recording.head_seq, ApiRequest("GET", path, query, accept), since)
    assert isinstance(result, Watched), result
    return result


def types_and_names(recording: Run, since: str, path: str = PODS, **query: str) -> list[tuple[str, str]]:
    events: Any = watched(recording, since, path, **query).events
    return [(event["type"], event["object"]["metadata"].get("name", "")) for event in events]


def refusal(recording: Run, since: str, path: str = PODS, **query: str) -> ApiResponse:
    result = answer_watch(recording, recording.head_seq, ApiRequest("GET", path, query), since)
    assert isinstance(result, ApiResponse)
    return result


def write(recording: Run, method: str, path: str, value: Any = None, kind: str = "") -> None:
    request = ApiRequest(method, path, content_type=kind, body=value)
    written = answer_write(recording.world(recording.head_seq), request, 0, may_write=True)
    assert written.input is not None
    recording.give(recording.head_seq, written.input)


def version(recording: Run, path: str = PODS) -> str:
    result: str = body(recording, path)["metadata"]["resourceVersion"]
    return result


def label(recording: Run, name: str, **labels: str | None) -> None:
    value = {"metadata": {"labels": labels}}
    write(recording, "PATCH", f"{PODS}/{name}", value, "application/merge-patch+json")


def test_a_watch_without_a_version_begins_with_all_that_there_is() -> None:
    recording = shop()
    result = types_and_names(recording, "", fieldSelector="metadata.name=alone")

    assert [("ADDED", "alone")] == result


def test_what_happens_after_a_version_is_told_once_and_in_order() -> None:
    recording = shop()
    before = version(recording)
    write(recording, "POST", PODS, pod("new", "1"))
    label(recording, "alone", a="b")
    write(recording, "DELETE", f"{PODS}/new")
    result = watched(recording, before)

    assert [("ADDED", "new"), ("MODIFIED", "alone"), ("DELETED", "new")] == [
        (event["type"], event["object"]["metadata"]["name"])  # type: ignore[index, call-overload]
        for event in result.events
        if event["type"] != "MODIFIED" or event["object"]["metadata"]["name"] == "alone"  # type: ignore[index, call-overload]
    ]
    assert () == watched(recording, result.version).events


def test_a_deletion_shows_the_last_state_with_a_new_version() -> None:
    recording = shop()
    write(recording, "POST", PODS, pod("new", "1"))
    before, last = version(recording), body(recording, f"{PODS}/new")
    write(recording, "DELETE", f"{PODS}/new")
    events: Any = watched(recording, before).events
    gone = events[-1]["object"]

    assert "DELETED" == events[-1]["type"]
    assert int(before) < int(gone["metadata"]["resourceVersion"])
    assert last["spec"] == gone["spec"]


def test_an_object_comes_and_goes_as_it_matches_the_selector() -> None:
    recording = shop()
    before = version(recording)
    label(recording, "alone", a="b")
    label(recording, "alone", c="d")
    label(recording, "alone", a=None)
    result = types_and_names(recording, before, labelSelector="a=b")

    assert [("ADDED", "alone"), ("MODIFIED", "alone"), ("DELETED", "alone")] == result


def test_another_namespace_hears_nothing() -> None:
    recording = shop()
    before = version(recording)
    label(recording, "alone", a="b")

    assert [] == types_and_names(recording, before, "/api/v1/namespaces/other/pods")


def test_a_watch_may_go_on_from_any_object_it_was_told() -> None:
    recording = shop()
    label(recording, "alone", a="b")
    observed = body(recording, f"{PODS}/alone")["metadata"]["resourceVersion"]
    label(recording, "alone", a="c")

    assert [("MODIFIED", "alone")] == types_and_names(recording, observed)


def test_events_are_watched_by_versions_of_their_own() -> None:
    recording = shop()
    before = version(recording, "/api/v1/events")
    write(recording, "POST", PODS, pod("huge", "100"))
    recording.step(recording.head_seq, "quiet", limit=50)
    result: Any = watched(recording, before, "/api/v1/events").events

    assert ("ADDED", "FailedScheduling") == (result[0]["type"], result[0]["object"]["reason"])


def test_initial_events_end_with_a_mark() -> None:
    recording = shop()
    request = {
        "sendInitialEvents": "true",
        "resourceVersionMatch": "NotOlderThan",
        "allowWatchBookmarks": "true",
    }
    events: Any = watched(recording, "", **request).events

    assert (5, "BOOKMARK") == (len(events), events[-1]["type"])
    assert {INITIAL_EVENTS_END: "true"} == events[-1]["object"]["metadata"]["annotations"]


def test_only_the_first_row_of_a_watched_table_tells_the_columns() -> None:
    events: Any = watched(shop(), "", accept=TABLE).events

    assert [9, 0, 0, 0] == [len(event["object"]["columnDefinitions"]) for event in events]


def test_a_bookmark_has_nothing_but_the_version() -> None:
    mark: Any = bookmark_of(ApiRequest("GET", PODS), "7")

    assert ("BOOKMARK", "Pod", "7") == (
        mark["type"],
        mark["object"]["kind"],
        mark["object"]["metadata"]["resourceVersion"],
    )


@pytest.mark.parametrize(
    ("since", "query", "code", "reason"),
    [
        ("1", {}, 410, "Expired"),
        ("99999", {}, 504, "Timeout"),
        ("x", {}, 400, "BadRequest"),
        ("", {"fieldSelector": "foo=bar"}, 400, "BadRequest"),
        ("", {"sendInitialEvents": "true"}, 422, "Invalid"),
    ],
)
def test_a_watch_that_cannot_be_served_is_refused(
    since: str, query: dict[str, str], code: int, reason: str
) -> None:
    answer = refusal(shop(), since, **query)

    assert (code, reason) == (answer.code, answer.body["reason"])  # type: ignore[index, call-overload]


def test_what_cannot_be_watched_says_so() -> None:
    recording = shop()

    assert 405 == refusal(recording, "", "/apis/metrics.k8s.io/v1beta1/pods").code
    assert 404 == refusal(recording, "", "/apis/nothing/v1/x").code


def test_a_long_run_forgets_its_oldest_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_log, "CHANGES_KEPT", 3)
    recording = shop()
    before = version(recording)
    for value in "abcdef":
        label(recording, "alone", a=value)

    assert 410 == refusal(recording, before).code
    assert [] == types_and_names(recording, version(recording))


def test_an_input_in_the_past_of_what_was_played_ahead_is_told_instead_of_it() -> None:
    recording = shop()
    head, before = recording.head_seq, version(recording)
    recording.reach(head + 5)
    request = ApiRequest("POST", PODS, body=pod("new", "1"))
    written = answer_write(recording.world(head), request, 0, may_write=True)
    assert written.input is not None
    recording.give(head, written.input)
    events: Any = answer_watch(recording, head + 1, ApiRequest("GET", PODS), before)

    assert [("ADDED", "new")] == [
        (event["type"], event["object"]["metadata"]["name"]) for event in events.events
    ]
