"""The rows of a node's ranking, read from played runs: y and z go one after the other, x stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.play import Play, delete
from tests.core.pressure import HARD, PODS, RECLAIM, SOME_NODE, pressed


def played(*inputs: dict[str, Any], **configuration: Any) -> Play:
    documents = [pressed({"evictionHard": HARD, **configuration}), SOME_NODE, *PODS]
    documents[0]["spec"]["inputs"] = list(inputs)
    return Play(documents)


def rows(play: Play, at: float) -> list[tuple[str, int | None, int | None]]:
    """(name, rank, pass) of each row."""
    result: Any = play.recording.snapshot(play.until(at))["pressures"]
    return [(row["name"], row["rank"], row["pass"]) for row in result[0]["ranking"]]


def test_the_living_are_numbered_from_one() -> None:
    assert [("z", 1, None), ("w", 2, None), ("y", 3, None), ("x", 4, None)] == rows(played(), 5)


def test_a_pod_under_eviction_keeps_its_rank_and_has_the_number_of_the_pass() -> None:
    assert [("z", 1, 1), ("w", 2, None), ("y", 3, None), ("x", 4, None)] == rows(played(), 10)


def test_an_evicted_pod_stands_first_without_a_rank_also_after_later_passes() -> None:
    """The pass after the end of z is the second one."""
    play = played({"at": 25, "kind": "usage", "node": "n1", "memory": "900Mi"})

    assert [("z", None, 1), ("w", None, 3), ("y", None, 4), ("x", 1, None)] == rows(play, 80)


def test_an_evicted_pod_leaves_the_table_when_its_object_is_deleted() -> None:
    play = played(delete(30, "z"), {"at": 40, "kind": "usage", "node": "n1", "memory": "250Mi"})

    assert "z" in [name for name, _, _ in rows(play, 29)]
    assert ["w", "y", "x"] == [name for name, _, _ in rows(play, 60)]


@pytest.mark.parametrize(("at", "expected"), [(10, None), (13, False)])
def test_an_eviction_goes_on_until_the_minimum_reclaim_is_there_as_well(
    at: float, expected: bool | None
) -> None:
    """z frees 700Mi at 12 s; 20Mi + 700Mi are less than 100Mi + 2Gi."""
    play = played(evictionMinimumReclaim={"memory.available": "2Gi"})
    result: Any = play.recording.snapshot(play.until(at))["pressures"]
    why = result[0]["goesOn"]

    assert expected == (None if why is None else why["enough"])
    assert why is None or ("100Mi", "2Gi") == (why["threshold"], why["least"])


def test_a_pod_whose_end_restores_what_is_wanted_suffices() -> None:
    enough: Any = played(evictionMinimumReclaim=RECLAIM)
    much: Any = played(evictionMinimumReclaim={"memory.available": "2Gi"})
    messages = [
        play.recording.snapshot(play.until(10))["pressures"][0]["ranking"][0] for play in (enough, much)
    ]

    assert [("z", True), ("z", False)] == [(row["name"], row["suffices"]) for row in messages]
