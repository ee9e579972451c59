"""D01: a pet on a node that is cut off is Terminating, and not made again before its process is dead."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import (
    counts,
    cut,
    deadline,
    delete_node,
    fence,
    heal,
    homes,
    identity,
    most,
    most_unfenced,
    node_view,
    out_of_service,
    power_off,
    uid,
)
from tests.core.playing import Play, delete, gallery

SLUG = "partitioned-pet"
PET = "default/db-2"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_n3_is_not_ready_by_60(play: Play) -> None:
    silent = play.first(lambda frame: frame["message"]["id"] == "nodes.silent")

    assert 40 <= silent["t"] <= 60
    view = node_view(play, play.until(60), "n3")
    assert not view["ready"]
    assert ("Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.") == tuple(
        view["conditions"][0][field] for field in ("status", "reason", "message")
    )


def test_at_120_db_2_is_terminating_with_its_deadline_at_150(play: Play) -> None:
    seq = play.until(121)
    view = play.view(seq, "db-2")

    assert view is not None
    assert "Terminating" == view["state"]
    assert 150 == deadline(play, seq, "db-2")


def test_at_150_the_deadline_passes_and_nothing_happens(play: Play) -> None:
    assert [] == [frame for frame in play.frames() if 121 <= frame["t"] < 600 and frame["kind"] != "delete"]
    seq = play.until(599)

    assert play.terminating(seq, "db-2")
    assert uid(play, 0, "db-2") == uid(play, seq, "db-2")
    assert ["n3"] == homes(play, seq, PET)


def test_after_the_heal_it_gets_its_full_30_seconds_and_is_made_again(play: Play) -> None:
    assert [600] == [frame["t"] for frame in play.frames(kind="sigterm", pod="db-2")]
    assert [630] == [frame["t"] for frame in play.frames(kind="sigkill", pod="db-2")]
    assert play.gone_at("db-2") == pytest.approx(630, abs=3)
    assert play.bound_at("db-2") == pytest.approx(630, abs=3)
    decision = play.decision("db-2")
    assert ("n3", {"n1": 495, "n2": 495, "n3": 597}) == (decision["node"], decision["totals"])


def test_there_is_never_more_than_one(play: Play) -> None:
    assert [1, 0, 1] == [number for _, number in counts(play, PET)]
    assert 1 == most(play, PET)
    assert not any(
        identity(play, seq, PET)["alarm"]  # type: ignore[index]
        for seq in range(play.recording.head_seq + 1)
        if identity(play, seq, PET)
    )


def solved(*inputs: dict[str, Any]) -> bool:
    """The lesson's check, 120 s after the last input."""
    play = Play(gallery(SLUG), [cut(0), delete(120, "db-2"), *inputs])
    seq = play.until(max(float(each["at"]) for each in inputs) + 120)
    view = play.view(seq, "db-2")
    wants: Any = play.questions.manifest(seq, "StatefulSet", "default/db")
    return (
        view is not None
        and ("Running", True) == (view["state"], view["ready"])
        and uid(play, 0, "db-2") != uid(play, seq, "db-2")
        and most_unfenced(play, PET) <= 1
        and 3 == wants["spec"]["replicas"]
    )


FORCED = delete(310, "db-2", force=True)


def test_at_300_its_object_is_terminating_and_its_process_alive() -> None:
    play = Play(gallery(SLUG), [cut(0), delete(120, "db-2")])
    seq = play.until(300)

    assert play.terminating(seq, "db-2")
    assert ["n3"] == homes(play, seq, PET)
    assert [] == play.frames(kind="sigterm")


@pytest.mark.parametrize(
    "inputs",
    [
        (heal(300),),
        (power_off(300), FORCED),
        (power_off(300), delete_node(310)),
        (power_off(300), out_of_service(310)),
        (fence(300, "network"), FORCED),
        (fence(300, "storage"), FORCED),
    ],
    ids=["heal", "power-force", "power-node", "power-taint", "network-force", "storage-force"],
)
def test_safe_ways_out(inputs: tuple[dict[str, Any], ...]) -> None:
    assert solved(*inputs)


@pytest.mark.parametrize(
    "inputs",
    [
        (FORCED,),
        (heal(300), delete(301, "db-2", force=True)),
        (delete_node(300),),
        (out_of_service(300),),
        (power_off(300),),
        (delete(300, "db-2", gracePeriodSeconds=1),),
    ],
    ids=["force", "heal-force", "node", "taint", "power", "now"],
)
def test_ways_that_do_not_solve_it(inputs: tuple[dict[str, Any], ...]) -> None:
    assert not solved(*inputs)


def test_a_deleted_node_frees_the_name_40_to_80_s_later_and_the_taint_within_20() -> None:
    for given, low, high in ((delete_node(300), 340, 380), (out_of_service(300), 300, 320)):
        play = Play(gallery(SLUG), [cut(0), delete(120, "db-2"), given])
        play.until(420)
        second = next(t for t, number in counts(play, PET) if number == 2)
        assert low - 3 <= second <= high + 3
