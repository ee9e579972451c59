"""The row of a Service on the board."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.object_views import service_views
from tests.builders import api_object, node, pod
from tests.core.builders import recorded
from tests.core.play import header

SERVICE = api_object("Service", "web", spec={"selector": {"app": "web"}, "ports": [{"port": 80}]})


def web(name: str, **spec: Any) -> Any:
    return pod(name, labels={"app": "web"}, **spec)


def rows(recording: Any, seq: int | None = None) -> dict[str, Any]:
    snapshot = recording.snapshot(recording.head_seq if seq is None else seq)
    return {view["name"]: view for view in snapshot["services"]}


def states(row: Any) -> list[tuple[str, str, bool]]:
    return [(one["pod"], one["state"], one["receives"]) for one in row["endpoints"]]


def test_a_row_follows_its_pods_from_ready_to_gone() -> None:
    gone: Any = {"at": 30, "kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "a"}}
    recording = recorded(header(gone), node("n1"), SERVICE, web("a"), web("b"))
    observed = [states(rows(recording, seq)["web"]) for seq in range(recording.head_seq + 1)]

    both = [("default/a", "ready", True), ("default/b", "ready", True)]
    leaving = [("default/a", "serving", False), ("default/b", "ready", True)]
    assert [] == observed[0]
    assert observed.index(both) < observed.index(leaving)
    assert [("default/b", "ready", True)] == observed[-1]


def test_the_last_terminating_pods_take_the_traffic_in_words_and_in_the_row() -> None:
    gone: Any = {"at": 30, "kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "a"}}
    recording = recorded(header(gone), node("n1"), SERVICE, web("a"))
    observed = [rows(recording, seq)["web"] for seq in range(recording.head_seq + 1)]
    row = next(row for row in observed if row["endpoints"] and row["endpoints"][0]["state"] == "serving")

    assert ([("default/a", "serving", True)], 1, 1) == (states(row), row["receiving"], row["all"])
    assert "endpointslice.last_resort" == row["words"]["id"]


def test_a_row_says_whether_a_slice_has_been_written_yet() -> None:
    recording = recorded(header(), node("n1"), SERVICE, web("a"))
    observed = [rows(recording, seq)["web"] for seq in (0, recording.head_seq)]

    expected = [(False, "endpointslice.unwritten"), (True, "endpointslice.ready")]
    assert expected == [(row["written"], row["words"]["id"]) for row in observed]


def test_a_service_that_is_only_another_name_has_no_row() -> None:
    external = {**SERVICE, "spec": {"type": "ExternalName", "externalName": "example.com"}}

    assert {} == rows(recorded(node("n1"), external))


def test_a_view_lists_a_bounded_number_of_endpoints_and_counts_all(monkeypatch: Any) -> None:
    monkeypatch.setattr(service_views, "MOST_DRAWN", 1)
    row = rows(recorded(node("n1"), SERVICE, web("a"), web("b")))["web"]

    assert (1, 2, 2) == (len(row["endpoints"]), row["receiving"], row["all"])


def test_a_deleted_slice_changes_the_row_at_once() -> None:
    recording = recorded(node("n1"), SERVICE, web("a"))
    api = recording.world(recording.head_seq).api
    (key,) = api.objects("EndpointSlice")

    assert [("Service", "default/web")] == [*service_views.redrawn_with_slices(api, [("EndpointSlice", key)])]
    lost = service_views.redrawn_with_slices(api, [("EndpointSlice", "default/gone"), ("Pod", "default/a")])
    assert [("Service", "default/web")] == [*lost]
