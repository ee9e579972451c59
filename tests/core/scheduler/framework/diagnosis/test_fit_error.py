"""The sentence of a failed attempt."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error, fit_error_of_counts, reasons_of
from scheduler_core.scheduler.framework.status import unresolvable, unschedulable

CPU = unschedulable("NodeResourcesFit", "Insufficient cpu")
BOTH = unschedulable("NodeResourcesFit", "Insufficient cpu", "Insufficient memory")
TAINT = unresolvable("TaintToleration", "node(s) had untolerated taint {a: b}")


def test_equal_reasons_are_counted_together() -> None:
    assert (
        "0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu."
        == fit_error(3, [CPU, TAINT, CPU])
    )


def test_a_node_with_two_reasons_counts_for_both() -> None:
    assert "0/2 nodes are available: 1 Insufficient memory, 2 Insufficient cpu." == fit_error(2, [CPU, BOTH])


def test_parts_are_sorted_as_texts_so_that_10_comes_before_2() -> None:
    counts = [(CPU, 2), (TAINT, 10)]

    assert "0/12 nodes are available: 10 node(s) had untolerated taint {a: b}, 2 Insufficient cpu." == (
        fit_error_of_counts(12, counts)
    )


def test_nodes_without_a_status_of_their_own_have_the_common_one() -> None:
    assert (
        "0/5 nodes are available: 1 Insufficient cpu, 4 node(s) had untolerated taint {a: b}."
        == fit_error(5, [CPU], absent=TAINT)
    )


def test_what_pre_filter_said_stands_in_place_of_the_counts() -> None:
    assert "0/2 nodes are available: no claim." == fit_error(2, [CPU], prefilter_message="no claim")


def test_without_reasons_the_sentence_ends_at_the_colon() -> None:
    assert "0/1 nodes are available:" == fit_error(1, [])


_NO_VICTIMS = "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod."


@pytest.mark.parametrize(
    ("sentence", "reasons"),
    [
        (fit_error(2, [], CPU), "2 Insufficient cpu"),
        (f"{fit_error(2, [], CPU)} {_NO_VICTIMS}", "2 Insufficient cpu"),
        (f"{fit_error(2, [], CPU)} no new claims to deallocate, {_NO_VICTIMS}", "2 Insufficient cpu"),
        ("somebody wrote this.", "somebody wrote this"),
        ("", ""),
    ],
)
def test_the_reasons_stand_without_the_count_before_and_the_preemption_after(
    sentence: str, reasons: str
) -> None:
    assert reasons == reasons_of(sentence)
