"""What narration tells of the queue."""

from __future__ import annotations

from scheduler_core.scheduler.queue.hints import EventEffect
from scheduler_core.scheduler.queue.moves import Move, Moves
from scheduler_core.scheduler.queue.queued_pod import Place


def test_the_moves_of_one_event_are_told_together() -> None:
    moves = Moves()
    a, b, c = (
        Move(name, Place.ACTIVE, event)
        for name, event in (("a", "NodeAdd"), ("b", "NodeAdd"), ("c", "PodAdd"))
    )
    for move in (a, b, c):
        moves.add(move)

    assert [(a, b), (c,), ()] == [moves.take() for _ in range(3)]


def test_a_move_says_in_what_it_heard_where_the_pod_went() -> None:
    move = Move.of(
        "default/p", Place.BACKOFF, "NodeAdd", EventEffect("default/p", "NodeAdd", "n1", 0, "", ())
    )

    assert move.effect is not None
    assert "backoff" == move.effect.moved_to


def test_a_copy_is_told_on_its_own() -> None:
    moves = Moves()
    moves.add(Move("a", Place.ACTIVE, "NodeAdd"))
    copy = moves.copy()
    copy.take()

    assert (1, 0) == (len(moves), len(copy))
