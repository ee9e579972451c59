"""D02: a force delete frees the name of a pet whose process goes on behind the cut."""

from __future__ import annotations

import pytest

from scheduler_core.simulation.kubectl.delete import delete_command
from tests.core.pets import counts, homes, identity, node_view, uid
from tests.core.playing import Play, gallery

PET = "default/db-2"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("force-delete-two-copies"))
    made.until_quiet()
    return made


def test_the_client_warns_that_the_deletion_does_not_wait() -> None:
    command = delete_command(force=True)

    assert 0 == command.grace_period_seconds
    assert command.warnings[0].startswith("Warning: Immediate deletion does not wait for confirmation")


def test_at_120_the_object_is_gone_and_made_again_elsewhere(play: Play) -> None:
    before, deleted = play.until(119), play.first(lambda frame: frame["kind"] == "input-delete")

    assert (120, False) == (deleted["t"], play.exists(deleted["seq"], "db-2"))
    assert uid(play, before, "db-2") != uid(play, play.until(125), "db-2")
    assert play.bound_at("db-2") == pytest.approx(120, abs=3)
    assert {"n1", "n2"} == play.tied("db-2")


def test_there_are_two_processes_from_121_to_630(play: Play) -> None:
    seen = counts(play, PET)

    assert [1, 2, 1] == [number for _, number in seen]
    assert seen[1][0] == pytest.approx(121, abs=3)
    assert seen[2][0] == pytest.approx(630, abs=3)


def test_the_board_raises_the_alarm_and_shows_a_ghost(play: Play) -> None:
    seq = play.until(300)
    view = identity(play, seq, PET)
    ghosts: list[dict[str, object]] = play.recording.snapshot(seq)["processes"]  # type: ignore[assignment]

    assert view is not None
    assert (2, 2, True) == (view["live"], view["unfenced"], view["alarm"])
    assert "n3" in homes(play, seq, PET)
    assert [("n3", PET, True, True)] == [
        (each["node"], each["pod"], each["ghost"], each["listed"]) for each in ghosts
    ]
    assert not node_view(play, seq, "n3")["link"]["hears"]


def test_after_the_heal_the_kubelet_kills_with_the_30_s_it_knew(play: Play) -> None:
    assert [("kubelet n3", 600)] == [(f["who"], f["t"]) for f in play.frames(kind="sigterm")]
    assert [("kubelet n3", 630)] == [(f["who"], f["t"]) for f in play.frames(kind="sigkill")]
    assert play.untouched(play.recording.head_seq, "db-1")
    assert not play.terminating(play.recording.head_seq, "db-2")
