"""An input comes at the time on the clock of who gave it, not when somebody next looks at the cluster."""

from __future__ import annotations

from tests.core.play import Play, gallery


def with_a_cut() -> Play:
    cut = {"at": 0, "kind": "cut", "between": ["node/n3", "api-server"]}
    return Play(gallery("partitioned-pet"), inputs=[cut])


def test_looks_that_find_nothing_do_not_pull_an_input_back_in_time() -> None:
    play = with_a_cut()
    seq = play.until(360.5)

    play.give(seq, {"at": 407, "kind": "cordon", "node": "n1"})

    assert 407 == play.recording.time(seq + 1)


def test_an_input_comes_no_later_than_what_happens_next() -> None:
    play = with_a_cut()
    seq = play.until(1)

    play.give(seq, {"at": 300, "kind": "cordon", "node": "n1"})

    assert 55 == play.recording.time(seq + 1)


def test_an_input_after_looks_is_the_same_when_it_is_played_again() -> None:
    play = with_a_cut()
    seq = play.until(360.5)
    play.give(seq, {"at": 407, "kind": "cordon", "node": "n1"})
    end = play.until(500)

    assert play.recording.hash(end) == type(play.recording)(
        play.recording.scenario, play.recording.inputs
    ).hash(end)
