"""Several processes count together, and each alone where Redis does not answer."""

from typing import Any

import pytest

from playground.server.fairness.shared_buckets import SILENT_SECONDS, SharedBuckets


class Redis:
    """What is asked of Redis: numbers by name. It fails while `down`."""

    def __init__(self) -> None:
        self.numbers: dict[str, float] = {}
        self.expires: dict[str, int] = {}
        self.down = False

    def pipeline(self) -> Any:
        return Pipe(self)

    def incrbyfloat(self, name: str, by: float) -> float:
        if self.down:
            raise ConnectionError("no Redis")
        self.numbers[name] = self.numbers.get(name, 0.0) + by
        return self.numbers[name]

    def expire(self, name: str, seconds: int) -> bool:
        self.expires[name] = seconds
        return True

    def get(self, name: str) -> bytes | None:
        result = self.numbers.get(name)
        return None if result is None else str(result).encode()


class Pipe:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.calls: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self.calls.append((name, args))

    def execute(self) -> list[Any]:
        return [getattr(self.redis, name)(*args) for name, args in self.calls]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def redis() -> Redis:
    return Redis()


def process(redis: Redis, clock: Clock) -> SharedBuckets:
    """The buckets of one process: one token a second, ten at once."""
    return SharedBuckets("test", 1.0, 10.0, client=redis, clock=clock, forward=clock)


def test_two_processes_count_together(redis: Redis) -> None:
    one, two = process(redis, Clock()), process(redis, Clock())
    taken = [item.take("visitor") for _ in range(5) for item in (one, two)]

    assert [0] * 10 == taken
    assert one.take("visitor") > 0 < two.take("visitor")
    assert 0 == one.take("another")


def test_what_is_refused_is_not_counted_and_time_gives_it_back(redis: Redis) -> None:
    clock = Clock()
    buckets = process(redis, clock)
    for _ in range(20):
        buckets.take("visitor")
    waits = buckets.take("visitor")
    clock.now += 11.5

    assert 0 < waits <= 10_000
    assert [0, True] == [buckets.take("visitor"), buckets.take("visitor") > 0]


def test_it_is_known_how_many_are_left(redis: Redis) -> None:
    buckets = process(redis, Clock())
    buckets.take("visitor", 3)

    assert (7, 10) == (buckets.left("visitor"), buckets.left("another"))


def test_nothing_stays_in_redis_for_ever(redis: Redis) -> None:
    process(redis, Clock()).take("visitor")

    assert redis.expires.keys() == redis.numbers.keys()


def test_each_process_counts_for_itself_while_redis_does_not_answer(redis: Redis) -> None:
    clock = Clock()
    buckets = process(redis, clock)
    redis.down = True
    taken = [buckets.take("visitor") for _ in range(11)]
    redis.down = False
    clock.now += SILENT_SECONDS / 2
    still_own = buckets.take("visitor")
    clock.now += SILENT_SECONDS

    assert [0] * 10 == taken[:10]
    assert taken[10] > 0 < still_own
    assert 0 == buckets.take("visitor")


@pytest.mark.parametrize("jump", [-3_600.0, 86_400.0])
def test_a_clock_that_jumps_does_not_keep_a_process_from_counting_with_others(
    redis: Redis, jump: float
) -> None:
    wall, forward = Clock(), Clock()
    buckets = SharedBuckets("test", 1.0, 10.0, client=redis, clock=wall, forward=forward)
    redis.down = True
    buckets.take("visitor")
    redis.down = False
    wall.now += jump
    forward.now += SILENT_SECONDS
    other = SharedBuckets("test", 1.0, 10.0, client=redis, clock=wall, forward=forward)
    taken = [item.take("visitor") for item in (buckets, other) * 5]

    assert [0] * 10 == taken
    assert other.take("visitor") > 0
