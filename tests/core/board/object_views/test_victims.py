"""Which pods make room for a nominated one, in a whole run."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.object_views.victims import Victims, victims_view
from tests.core.play import Play, gallery

APPLIED, DECIDED, TRIED_AGAIN, BOUND = 1, 2, 17, 23


def uids(play: Play, seq: int, *names: str) -> list[Any]:
    return [view["uid"] for name in names if (view := play.view(seq, name)) is not None]


def victims(play: Play, seq: int) -> Any:
    view = play.view(seq, "p")
    return None if view is None else view["victims"]


def test_a_nominated_pod_names_its_victims_until_its_next_decision() -> None:
    play = Play(gallery("gap-and-reservation"))
    play.until_quiet()

    assert [] == victims(play, APPLIED)
    assert 2 == len(victims(play, DECIDED))
    assert uids(play, APPLIED, "low1", "low2") == victims(play, DECIDED) == victims(play, TRIED_AGAIN - 1)
    assert [] == victims(play, TRIED_AGAIN)


def test_victims_are_those_on_the_nominated_node_of_a_pod_that_is_not_bound() -> None:
    play = Play(gallery("gap-and-reservation"))
    play.until_quiet()
    nominated, bound = (play.recording.world(seq).api.pods["default/p"] for seq in (DECIDED, BOUND))

    assert ["u1"] == victims_view(Victims("n1", ("u1",)), nominated)
    assert [] == victims_view(Victims("n2", ("u1",)), nominated)
    assert [] == victims_view(Victims("n1", ("u1",)), bound)
