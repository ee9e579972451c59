"""Events from outside controllers."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.reported import MOST_MESSAGE, reported
from tests.core.rest.builders import attempt, body, given, shop

CORE = "/api/v1/namespaces/default/events"
GROUP = "/apis/events.k8s.io/v1/namespaces/default/events"
ABOUT = {"apiVersion": "v1", "kind": "Pod", "namespace": "default", "name": "alone", "uid": "u"}
EVENT: dict[str, Any] = {
    "metadata": {"generateName": "kopf-event-"},
    "involvedObject": ABOUT,
    "type": "Warning",
    "reason": "Seen",
    "message": "alone was seen",
    "source": {"component": "kopf"},
}
NOTE: dict[str, Any] = {
    "metadata": {"name": "a.1"},
    "regarding": ABOUT,
    "type": "Warning",
    "reason": "Seen",
    "note": "alone was seen",
    "reportingController": "kopf",
    "eventTime": "2030-01-01T00:00:00.000000Z",
    "action": "See",
}


@pytest.mark.parametrize(("path", "value"), [(CORE, EVENT), (GROUP, NOTE)])
def test_an_event_of_either_group_is_among_the_others(path: str, value: dict[str, Any]) -> None:
    recording = shop()
    made = attempt(recording, "POST", path, value)
    given(recording, made)
    frame: Any = recording.frame(recording.head_seq)
    result = body(recording, CORE, fieldSelector="reason=Seen")["items"]

    assert [("kopf", "alone was seen", "Warning", 1, "u")] == [
        (
            item["source"]["component"],
            item["message"],
            item["type"],
            item["count"],
            item["involvedObject"]["uid"],
        )
        for item in result
    ]
    assert (201, "api.reported") == (made.response.code, frame["message"]["id"])


def test_an_equal_event_is_counted() -> None:
    recording = shop()
    first = attempt(recording, "POST", CORE, EVENT)
    given(recording, first)
    name = first.response.body["metadata"]["name"]  # type: ignore[index, call-overload]
    given(recording, attempt(recording, "POST", CORE, EVENT))
    kind = "application/strategic-merge-patch+json"
    given(recording, attempt(recording, "PATCH", f"{CORE}/{name}", {"count": 3}, kind))

    assert [3] == [item["count"] for item in body(recording, CORE, fieldSelector="reason=Seen")["items"]]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({**EVENT, "involvedObject": {}}, "involvedObject.kind"),
        ({**EVENT, "involvedObject": {**ABOUT, "namespace": "b"}}, "involvedObject.namespace"),
    ],
)
def test_an_event_about_nothing_is_refused(value: dict[str, Any], field: str) -> None:
    answer: Any = attempt(shop(), "POST", CORE, value).response.body

    assert (422, field) == (answer["code"], answer["details"]["causes"][0]["field"])


def test_a_long_message_is_cut_and_nothing_more_is_kept() -> None:
    made = reported({**EVENT, "message": "x" * 5_000, "related": {"name": "secret"}})

    assert (MOST_MESSAGE, False) == (len(str(made["message"])), "related" in made)
    assert made == reported(made)
