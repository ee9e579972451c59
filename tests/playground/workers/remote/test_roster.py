"""Which workers are alive, and which of them a run belongs to."""

import logging
from collections import Counter
from dataclasses import replace

import pytest

from playground.workers.remote.roster import Announced, Roster, announcement
from playground.workers.remote.wire import Channel

CHANNEL = Channel.of("the key of these tests")
RUNS = [f"run{n}" for n in range(600)]
FOUR = [Announced(f"w{n}", "host", "b", 1, n) for n in range(4)]


def packed(*workers: Announced, channel: Channel = CHANNEL) -> dict[str, bytes]:
    return {worker.name: channel.packed(announcement(worker.name), worker.header()) for worker in workers}


def roster(*workers: Announced) -> Roster:
    made = Roster(CHANNEL, "b")
    made.update(packed(*workers), None)
    return made


def owners(made: Roster) -> dict[str, str]:
    return {run: worker.name for run in RUNS if (worker := made.best(run)) is not None}


def test_a_worker_that_comes_takes_its_share_and_no_run_moves_between_others() -> None:
    before, after = owners(roster(*FOUR[:3])), owners(roster(*FOUR))

    moved = [run for run in RUNS if before[run] != after[run]]

    assert {"w3"} == {after[run] for run in moved}
    assert 90 < len(moved) < 210


def test_a_worker_with_twice_as_many_processes_has_twice_as_many_runs() -> None:
    counted = Counter(owners(roster(FOUR[0], replace(FOUR[1], weight=2))).values())

    assert 1.5 < counted["w1"] / counted["w0"] < 2.7


def test_a_worker_that_leaves_stays_in_sight_and_has_no_new_runs() -> None:
    made = roster(FOUR[0], replace(FOUR[1], leaving=True))

    assert ({"w0"}, {"w0", "w1"}) == (set(owners(made).values()), set(made.alive))


def test_a_worker_is_gone_when_its_announcement_or_its_connection_is() -> None:
    made = roster(*FOUR)

    gone = made.update(packed(*FOUR[:3]), clients={0, 1})

    assert ({"w2", "w3"}, ["w0", "w1"]) == (gone, list(made.alive))


def test_without_workers_a_run_has_none() -> None:
    assert None is roster().best("run")


@pytest.mark.parametrize(
    ("announced", "words"),
    [
        (
            packed(replace(FOUR[0], build="c")),
            "worker w0 of host is given no run: it plays build c, this server build b",
        ),
        (
            packed(FOUR[0], channel=Channel.of("another key")),
            "worker w0 is given no run: it does not sign with this key",
        ),
        (
            packed(FOUR[0]) | {"w1": packed(FOUR[0])["w0"]},
            "worker w1 is given no run: it does not sign with this key",
        ),
    ],
    ids=["another build", "another key", "another's announcement"],
)
def test_a_stranger_is_logged_once_and_is_given_no_run(
    announced: dict[str, bytes], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "playground.workers")
    made = Roster(CHANNEL, "b")
    for _ in range(2):
        made.update(announced, None)

    assert [words] == [record.message for record in caplog.records]
    assert words.split()[1] not in made.alive
