"""Reference cycles are not collected while a large run is opened."""

from __future__ import annotations

import gc

import pytest

from playground.server.reference_cycles import without_collection


def test_nothing_is_searched_during_the_work_and_what_it_made_counts_as_old() -> None:
    with without_collection():
        during = gc.isenabled()
        made = [[number] for number in range(10)]
    old = {id(item) for item in gc.get_objects(generation=2)}

    assert (False, True) == (during, gc.isenabled())
    assert {id(item) for item in made} <= old


def test_work_that_fails_leaves_the_search_on() -> None:
    with pytest.raises(ValueError, match="no run"), without_collection():
        raise ValueError("no run")

    assert gc.isenabled()
