"""Which fields of Release explain a difference: switched one at a time, and several where one is not enough."""

from __future__ import annotations

from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.queries.upgrade.responsible import Responsible, differing, switched

THEN, NOW = release("1.34"), release("1.36")


def balance_and_heap(of: Release) -> str:
    """A result that both fields decide together."""
    return f"{of.balances_by_change} {of.equal_nodes_by_heap}"


def test_one_field_that_leads_to_the_new_result_alone_is_the_explanation() -> None:
    by = Responsible[bool](THEN, NOW)

    assert ("balances_by_change",) == by.of(False, True, lambda of: of.balances_by_change)


def test_two_fields_that_are_both_needed_are_named_together() -> None:
    by = Responsible[str](THEN, NOW)

    assert {"balances_by_change", "equal_nodes_by_heap"} == set(
        by.of("False False", "True True", balance_and_heap)
    )


def test_what_explained_a_difference_before_is_tried_first() -> None:
    by, request = Responsible[bool](THEN, NOW), list[Release]()

    def result(of: Release) -> bool:
        request.append(of)
        return of.scores_image_volumes

    by.of(False, True, result)
    request.clear()
    by.of(False, True, result)

    assert [switched(THEN, ("scores_image_volumes",), NOW)] == request


def test_a_release_does_not_differ_from_itself() -> None:
    assert () == differing(THEN, THEN)
