"""D13: what v1.34 shows and prints for a pod on a lost node, and what clusters before 1.5 did unasked."""

from __future__ import annotations

import pytest

from scheduler_core.simulation.kubectl.delete import delete_command
from tests.core.pets import counts, cut, deadline, heal
from tests.core.playing import Play, delete, gallery

SLUG, PET = "clear-signals", "default/db-2"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_at_400_db_2_is_listed_as_terminating(play: Play) -> None:
    seq = play.until(399)
    view = play.view(seq, "db-2")

    assert view is not None
    assert "Terminating" == view["state"]
    assert 30 == play.manifest(seq, "db-2")["metadata"]["deletionGracePeriodSeconds"]


def test_a_grace_period_of_0_alone_is_sent_as_1_and_the_object_stays(play: Play) -> None:
    seq = play.until(419)

    assert (1, ()) == (delete_command(0).grace_period_seconds, delete_command(0).warnings)
    assert 1 == play.manifest(seq, "db-2")["metadata"]["deletionGracePeriodSeconds"]
    # The new deadline counts from the time of the first deletion, 360: it is over, so it is now.
    assert deadline(play, seq, "db-2") == pytest.approx(400, abs=3)
    assert 1 == counts(play, PET)[0][1]


def test_force_warns_and_the_object_goes(play: Play) -> None:
    command = delete_command(0, force=True)
    seq = play.first(lambda frame: frame["message"]["id"] == "script.forced")["seq"]

    assert not play.exists(seq, "db-2")
    assert command.warnings
    assert 'pod "db-2" force deleted from default namespace' == command.output("db-2", "default")
    assert [1, 2] == [number for _, number in counts(play, PET)]


def test_before_1_5_the_node_controller_itself_frees_the_name_by_400() -> None:
    documents = gallery(SLUG)
    documents[0]["spec"]["version"] = "1.4"
    play = Play(documents, [cut(0)])
    play.until(400)
    seen = counts(play, PET)

    assert [1, 2] == [number for _, number in seen]
    assert 300 < seen[1][0] <= 400
    assert [] == [frame for frame in play.frames() if frame["kind"] == "input-delete"]


def test_in_1_34_nobody_does() -> None:
    play = Play(gallery(SLUG), [cut(0)])
    play.until_quiet()

    assert [1] == [number for _, number in counts(play, PET)]
    assert play.terminating(play.recording.head_seq, "db-2")


def test_a_deletion_without_flags_changes_nothing_for_the_process() -> None:
    play = Play(gallery(SLUG), [cut(0), delete(400, "db-2")])
    play.until_quiet()

    assert [1] == [number for _, number in counts(play, PET)]


# What the proposal wanted instead.


@pytest.fixture(scope="module")
def proposed() -> Play:
    documents = gallery(SLUG)
    documents[0]["spec"]["version"] = "proposal"
    made = Play(documents)
    made.until_quiet()
    return made


def test_in_the_proposal_the_status_is_node_down(proposed: Play) -> None:
    for second in (100, 399):
        view = proposed.view(proposed.until(second), "db-2")
        assert view is not None
        assert "NodeDown" == view["state"]


def test_in_the_proposal_nothing_is_deleted_before_it_is_confirmed(proposed: Play) -> None:
    asked, confirmed = proposed.frames(kind="input-delete")

    assert (400, "you.must_confirm") == (asked["t"], asked["message"]["id"])
    assert proposed.manifest(asked["seq"] - 1, "db-2") == proposed.manifest(asked["seq"], "db-2")
    assert 30 == proposed.manifest(asked["seq"], "db-2")["metadata"]["deletionGracePeriodSeconds"]
    assert (420, "script.forced") == (confirmed["t"], confirmed["message"]["id"])
    assert not proposed.exists(confirmed["seq"], "db-2")


def test_in_the_proposal_a_node_that_heals_takes_the_status_back() -> None:
    documents = gallery(SLUG)
    documents[0]["spec"]["version"] = "proposal"
    play = Play(documents, [cut(0), heal(100)])
    view = play.view(play.until(120), "db-2")

    assert view is not None
    assert "Running" == view["state"]
    assert "reason" not in play.manifest(play.until(120), "db-2")["status"]


# Each of the three is a file of the gallery, so that one need not write a version.


@pytest.mark.parametrize(
    ("slug", "version"), [("clear-signals-proposal", "proposal"), ("clear-signals-before-1-5", "1.4")]
)
def test_the_other_clusters_are_the_same_but_for_their_version(slug: str, version: str) -> None:
    documents = gallery(slug)

    assert version == documents[0]["spec"]["version"]
    assert gallery(SLUG)[1:] == documents[1:]


def test_the_proposed_one_warns_first() -> None:
    play = Play(gallery("clear-signals-proposal"))
    play.until_quiet()

    assert ["you.must_confirm", "script.forced"] == [
        frame["message"]["id"] for frame in play.frames(kind="input-delete")
    ]


def test_the_one_before_1_5_runs_db_2_twice_until_the_heal() -> None:
    play = Play(gallery("clear-signals-before-1-5"))
    play.until_quiet()
    seen = counts(play, PET)

    assert [1, 2, 1] == [number for _, number in seen]
    assert seen[1][0] <= 400
    assert seen[2][0] == pytest.approx(630, abs=3)
