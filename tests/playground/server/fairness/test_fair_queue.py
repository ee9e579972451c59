"""Each asker has a line of their own, and whoever was served least comes next."""

from playground.server.fairness.fair_queue import FairQueue


def served(queue: FairQueue[str], seconds: float = 1.0) -> list[str]:
    """All that waits, in the order in which it comes; each takes so many seconds."""
    results = []
    while (item := queue.pop()) is not None:
        results.append(item)
        queue.served(item[0], seconds)
    return results


def test_one_who_comes_later_does_not_wait_for_all_that_another_one_asked_for() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.put(item[0], item)

    assert ["a1", "b1", "c1", "a2", "b2", "a3"] == served(queue)


def test_short_calls_come_more_often_than_long_ones() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "b1", "b2", "b3", "b4"):
        queue.put(item[0], item)
    first = [queue.pop(), queue.served("a", 3.0)][0]

    assert ["a1", "b1", "b2", "b3", "a2", "b4"] == [first, *served(queue)]


def test_who_stayed_away_has_saved_up_nothing() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("b", "b0")
    for n in range(5):
        queue.put("a", f"a{n}")
    served(queue)
    for item in ("a1", "a2", "b1", "b2"):
        queue.put(item[0], item)

    assert ["b1", "a1", "b2", "a2"] == served(queue)


def test_a_call_knows_about_how_many_come_before_it() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "b2"):
        queue.put(item[0], item)

    assert [0 + 1, 1 + 2, 2 + 2] == [queue.before(name, "a") for name in ("a1", "a2", "a3")]
    assert 0 == queue.before("x1", "x")


def test_what_is_put_first_comes_first_in_its_line() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("a", "a1")
    queue.put("a", "a0", first=True)

    assert ["a0", "a1"] == served(queue)
