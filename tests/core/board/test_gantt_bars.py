"""The bars of the gantt: when they open, move and close."""

from __future__ import annotations

import pytest

from scheduler_core.board import gantt_bars
from scheduler_core.board.gantt_bars import OpenBar, Span, Spans, open_bars
from scheduler_core.scheduler.lanes import Lane

POD = "default/p"


def only(changed: dict[str, Span | None]) -> Span:
    [span] = changed.values()
    assert span is not None
    return span


def test_a_nomination_is_shown_until_the_pod_is_bound() -> None:
    assert [OpenBar("nominated", None, "n1")] == open_bars(None, "n1", None, None)
    assert [] == open_bars("n1", "n1", None, None)


def test_a_backoff_is_shown_with_its_end_and_other_lanes_are_not() -> None:
    assert [OpenBar("backoff", 3_000, None)] == open_bars(None, None, Lane("backoff", 1, 3_000), None)
    assert [] == open_bars(None, None, Lane("unschedulable", 1), None)


def test_a_bar_opens_once_moves_its_deadline_and_closes() -> None:
    spans = Spans()
    opened = only(spans.update(POD, [OpenBar("SIGTERM", 30_000, "n1")], 1_000))

    assert (1_000, None, 30_000) == (opened.from_ms, opened.to_ms, opened.deadline_ms)
    assert {} == spans.update(POD, [OpenBar("SIGTERM", 30_000, "n1")], 2_000)
    moved = only(spans.update(POD, [OpenBar("SIGTERM", 10_000, "n1")], 3_000))
    assert (opened.id, 10_000) == (moved.id, moved.deadline_ms)
    closed = only(spans.update(POD, [], 4_000))
    assert (opened.id, 4_000) == (closed.id, closed.to_ms)


def test_a_nomination_to_another_node_is_a_bar_of_its_own() -> None:
    spans = Spans()
    spans.update(POD, [OpenBar("nominated", None, "n1")], 0)
    changed = spans.update(POD, [OpenBar("nominated", None, "n2")], 5_000)

    assert [("n1", 5_000), ("n2", None)] == [(span.node, span.to_ms) for span in changed.values() if span]


def test_a_nomination_expects_its_binding_at_the_latest_end_of_the_terminations_on_its_node() -> None:
    spans = Spans()
    spans.update("default/a", [OpenBar("SIGTERM", 20_000, "n1")], 0)
    spans.update("default/b", [OpenBar("SIGTERM", 30_000, "n1")], 0)
    spans.update("default/c", [OpenBar("SIGTERM", 90_000, "n2")], 0)
    nominated = only(spans.update(POD, [OpenBar("nominated", None, "n1")], 0))

    assert 30_000 == nominated.earliest_bind_ms
    changed = spans.update("default/b", [], 10_000)
    assert 20_000 == next(
        span.earliest_bind_ms for span in changed.values() if span and span.kind == "nominated"
    )


def test_the_oldest_closed_bars_are_dropped_and_open_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gantt_bars, "SPANS_KEPT", 2)
    spans = Spans()
    first = only(spans.update("default/open", [OpenBar("backoff", 9_000, None)], 0))
    second = only(spans.update("default/a", [OpenBar("backoff", 1_000, None)], 0))
    spans.update("default/a", [], 1_000)
    changed = spans.update("default/b", [OpenBar("backoff", 2_000, None)], 1_000)

    assert changed[second.id] is None
    assert first.id in spans.all
    assert 2 == len(spans.all)


def test_a_copy_goes_on_by_itself() -> None:
    spans = Spans()
    opened = only(spans.update(POD, [OpenBar("backoff", 9_000, None)], 0))
    copy = spans.copy()
    spans.update(POD, [], 1_000)

    assert copy.all[opened.id].to_ms is None
