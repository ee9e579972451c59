from __future__ import annotations

from random import Random

from scheduler_core.actor import Act
from scheduler_core.apiserver import ApiServer, WatchEvent
from scheduler_core.objects import Json
from scheduler_core.simulation.cluster.agenda import Agenda


class Waiter:
    """Wants to act at one time."""

    watches: frozenset[str] = frozenset()

    def __init__(self, name: str, rank: int, at_ms: int | None) -> None:
        self.name, self.rank, self.at_ms = name, rank, at_ms
        self.calls = 0

    def observe(self, event: WatchEvent, now_ms: int) -> None: ...

    def next_ms(self, now_ms: int) -> int | None:
        self.calls += 1
        return self.at_ms

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        return None

    def copy(self) -> Waiter:
        return Waiter(self.name, self.rank, self.at_ms)

    def fingerprint(self) -> Json:
        return self.at_ms


def agenda(*actors: Waiter) -> Agenda:
    made = Agenda()
    for actor in actors:
        made.add(actor)
    return made


def test_the_earliest_is_next_then_the_lowest_rank_then_the_first_that_came() -> None:
    late, high = Waiter("late", 0, 20), Waiter("high", 9, 10)
    second, third = Waiter("second", 5, 10), Waiter("third", 5, 10)
    result = agenda(late, high, second, third).next(0)

    assert result == (10, second)


def test_who_is_overdue_acts_now() -> None:
    early = Waiter("early", 1, 3)

    assert (50, early) == agenda(early).next(50)


def test_without_an_actor_that_is_due_there_is_no_next_one() -> None:
    assert agenda(Waiter("idle", 1, None)).next(0) is None
    assert agenda().next(0) is None


def test_an_actor_is_asked_again_only_after_it_was_touched() -> None:
    waiter = Waiter("w", 1, 10)
    made = agenda(waiter)
    made.next(0)
    made.next(5)
    assert 1 == waiter.calls

    waiter.at_ms = 7
    made.touched("w")

    assert made.next(0) == (7, waiter)


def test_a_name_that_comes_back_gets_a_new_serial() -> None:
    made = agenda(Waiter("a", 1, 0), Waiter("b", 1, 0))
    made.remove("a")
    again = Waiter("a", 1, 0)
    made.add(again)

    assert 3 == made.serials["a"]
    result = made.next(0)
    assert result is not None
    assert "b" == result[1].name


def test_a_checkpoint_shares_the_actors_about_which_nothing_has_changed_since_the_last_one() -> None:
    live = agenda(Waiter("still", 1, 10), Waiter("busy", 2, 10))
    first = live.checkpoint()
    live.touched("busy")
    live.add(Waiter("new", 3, 10))
    second, third = live.checkpoint(), live.checkpoint()

    shared = [
        {name for name in later.actors if later.actors[name] is earlier.actors.get(name)}
        for earlier, later in ((first, second), (second, third), (live, third))
    ]
    assert [{"still"}, {"still", "busy", "new"}, set()] == shared


def test_a_copy_of_a_checkpoint_has_actors_of_its_own_and_goes_on_sharing_with_it() -> None:
    live = agenda(Waiter("still", 1, 10), Waiter("busy", 2, 10))
    kept = live.checkpoint()
    twin = kept.copy()
    twin.remove("busy")
    twin.add(Waiter("busy", 2, 99))
    again = twin.checkpoint()

    assert [True, False] == [again.actors[name] is kept.actors[name] for name in ("still", "busy")]
    assert not set(map(id, twin.actors.values())) & set(map(id, kept.actors.values()))
