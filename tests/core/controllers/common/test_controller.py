"""The work queue of a controller holds a key once, with its earliest time."""

from __future__ import annotations

from scheduler_core.controllers.common.controller import KeyQueue


def test_a_key_that_is_added_twice_is_due_at_the_earlier_time() -> None:
    queue = KeyQueue()
    queue.add("a", 500)
    queue.add("a", 200)
    queue.add("a", 900)

    assert (200, "a", None) == (queue.next_ms(), queue.pop(200), queue.pop(1_000))


def test_a_key_is_not_taken_out_before_it_is_due() -> None:
    queue = KeyQueue()
    queue.add("a", 200)

    assert (None, "a") == (queue.pop(199), queue.pop(200))


def test_keys_due_at_one_time_come_in_the_order_in_which_they_were_added() -> None:
    queue = KeyQueue()
    for key in ("b", "a", "c"):
        queue.add(key, 100)

    assert ["b", "a", "c"] == [queue.pop(100) for _ in range(3)]


def test_a_copy_of_a_queue_goes_its_own_way() -> None:
    queue = KeyQueue()
    queue.add("a", 100)
    twin = queue.copy()
    twin.pop(100)

    assert (100, None) == (queue.next_ms(), twin.next_ms())
