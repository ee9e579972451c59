"""Token buckets: a burst is free, then the rate counts, and each key has a bucket of its own."""

from playground.server.fairness.buckets import Buckets, TokenBucket


class Clock:
    """A clock that tests set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_full_bucket_lets_a_burst_through_and_then_names_the_wait() -> None:
    bucket = TokenBucket(rate=2, burst=3, clock=Clock())

    waits = [bucket.take() for _ in range(4)]

    assert [0, 0, 0, 500] == waits


def test_a_refused_message_costs_nothing() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=1, burst=1, clock=clock)
    bucket.take()
    refused = [bucket.take() for _ in range(5)]
    clock.now = 1.0

    assert [1000] * 5 == refused
    assert 0 == bucket.take()


def test_what_is_owed_is_paid_off_at_the_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=10, burst=5, clock=clock)
    bucket.owe(25)
    rests = [bucket.rest_s()]
    clock.now = 1.5
    rests.append(bucket.rest_s())
    clock.now = 60.0
    rests.append(bucket.rest_s())

    assert [2.0, 0.5, 0.0] == rests
    assert 0 == bucket.take(5)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=10, burst=2, clock=clock)
    clock.now = 60.0

    assert [0, 0, 100] == [bucket.take() for _ in range(3)]


def test_a_clock_that_goes_back_takes_no_tokens_away() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=1, burst=2, clock=clock)
    clock.now = -10.0

    assert [0, 0, 1000] == [bucket.take() for _ in range(3)]


def test_each_key_has_its_own_bucket_and_the_one_unused_for_longest_is_dropped() -> None:
    buckets = Buckets(rate=1, burst=1, keys=2, clock=Clock())
    buckets.take("a")
    buckets.take("b")
    again = buckets.take("a")
    buckets.take("c")

    assert 1000 == again
    assert [1000, 0] == [buckets.take("a"), buckets.take("b")]
