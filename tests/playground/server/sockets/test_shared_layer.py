"""Two processes tell each other of events through a real Redis, whatever happens to it. Each `SharedLayer` here stands
for a process.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from redis.asyncio.client import PubSub

from playground.server.sockets import redis_line, shared_layer
from playground.server.sockets.redis_line import RedisLine
from playground.server.sockets.shared_layer import SharedLayer
from tests.harness.redis_server import RedisServer

GROUP = "run.abc"
Make = Callable[..., Awaitable[SharedLayer]]


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    made = RedisServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def redis(server: RedisServer) -> RedisServer:
    server.start()
    return server


@pytest.fixture
async def process(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Make]:
    """`await process()`: a process that hears."""
    monkeypatch.setattr(shared_layer, "missed", [])  # no database here
    made: list[SharedLayer] = []

    async def make(prefix: str = "one", address: str = redis.url) -> SharedLayer:
        layer = SharedLayer(address, prefix, capacity=1000)
        made.append(layer)
        layer.open()
        return layer

    yield make
    for layer in made:
        await layer.close()


async def member(layer: SharedLayer) -> str:
    channel: str = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    return channel


async def next_message(layer: SharedLayer, channel: str) -> dict[str, Any]:
    event: dict[str, Any] = await asyncio.wait_for(layer.receive(channel), 60)
    return event


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def test_an_event_is_heard_once_by_every_member_in_every_process(process: Make) -> None:
    one, two = await process(), await process()
    members = [(layer, await member(layer)) for layer in (one, one, two, two)]
    for number in range(3):
        await one.group_send(GROUP, {"type": "moved", "number": number, "body": "x" * 300_000})

    messages = [[(await next_message(layer, name))["number"] for _ in range(3)] for layer, name in members]
    assert [[0, 1, 2]] * 4 == messages
    assert all(not layer.channels for layer in (one, two))


async def test_a_process_has_one_subscription_of_a_group_and_none_after_its_last_member_left(
    redis: RedisServer, process: Make
) -> None:
    one = await process()
    names = [await member(one) for _ in range(5)]
    with redis.client() as client:
        subscribed = client.pubsub_numsub(f"one:{GROUP}")
        for name in names:
            await one.group_discard(GROUP, name)
        async with asyncio.timeout(60):
            while client.pubsub_numsub(f"one:{GROUP}")[0][1]:
                await asyncio.sleep(0.01)

    assert [(f"one:{GROUP}".encode(), 1)] == subscribed


async def test_two_installations_on_one_redis_do_not_hear_each_other(process: Make) -> None:
    one, two = await process("one"), await process("two")
    here, there = await member(one), await member(two)
    await one.group_send(GROUP, {"type": "moved", "of": "one"})
    await two.group_send(GROUP, {"type": "moved", "of": "two"})

    assert ["one", "two"] == [(await next_message(one, here))["of"], (await next_message(two, there))["of"]]


async def test_who_says_something_in_a_loop_of_its_own_is_heard_by_all(
    process: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        redis_line, "ANSWER_SECONDS", 60
    )  # both subscribe before it is said, however busy the machine
    one, two = await process(), await process()
    here, there = await member(one), await member(two)

    await asyncio.to_thread(lambda: asyncio.run(one.group_send(GROUP, {"type": "said"})))

    assert [{"type": "said"}] * 2 == [await next_message(one, here), await next_message(two, there)]


async def test_nobody_is_deaf_after_redis_was_emptied(redis: RedisServer, process: Make) -> None:
    one, two = await process(), await process()
    there = await member(two)
    redis.flush()
    await one.group_send(GROUP, {"type": "moved"})

    assert {"type": "moved"} == await next_message(two, there)


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_without_redis_a_process_hears_itself_and_all_hear_again_when_it_is_back(
    redis: RedisServer, process: Make, end: str
) -> None:
    one, two = await process(), await process()
    here, there = await member(one), await member(two)
    getattr(redis, end)()
    await until(lambda: not one.up and not two.up)
    joined = await asyncio.wait_for(member(one), 60)
    await one.group_send(GROUP, {"type": "alone"})
    alone = [await next_message(one, here), await next_message(one, joined)]
    redis.start()
    await until(lambda: one.up and two.up and not one.line.lost)  # type: ignore[union-attr]
    await one.group_send(GROUP, {"type": "together"})

    assert [{"type": "alone"}] * 2 == alone
    assert {"type": "together"} == await next_message(two, there)
    assert [{"type": "together"}] * 2 == [await next_message(one, here), await next_message(one, joined)]


async def test_every_process_looks_for_what_it_missed_while_another_could_not_speak(
    redis: RedisServer, process: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[SharedLayer] = []

    async def note(layer: SharedLayer) -> None:
        looked.append(layer)

    monkeypatch.setattr(shared_layer, "missed", [note])
    one, two = await process(), await process()
    await until(lambda: one.up and two.up)
    looked.clear()
    one.line.lost = True  # type: ignore[union-attr]  # as after a line that broke
    await one.group_send(GROUP, {"type": "moved"})
    await until(lambda: two in looked and one in looked)

    assert not one.line.lost  # type: ignore[union-attr]


async def test_a_process_looks_for_what_it_missed_when_a_subscription_took_too_long(
    process: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[SharedLayer] = []

    async def note(layer: SharedLayer) -> None:
        looked.append(layer)

    async def take(line: RedisLine, message: dict[str, Any]) -> None:
        if (message["channel"] or b"").endswith(GROUP.encode()):
            await waited.wait()
        await taken(line, message)

    waited, taken = asyncio.Event(), RedisLine._take
    monkeypatch.setattr(RedisLine, "_take", take)
    one = await process()
    await until(lambda: one.up)
    monkeypatch.setattr(shared_layer, "missed", [note])
    monkeypatch.setattr(redis_line, "ANSWER_SECONDS", 0.01)
    await member(one)
    waited.set()
    await until(lambda: bool(looked))

    assert [one] == looked


async def test_a_group_that_is_joined_while_its_process_connects_is_heard_and_looked_after(
    process: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[SharedLayer] = []

    async def note(layer: SharedLayer) -> None:
        looked.append(layer)

    async def subscribe(subscription: PubSub, *channels: str) -> Any:
        begun.set()
        await joined.wait()
        return await subscribed(subscription, *channels)

    begun, joined, subscribed = asyncio.Event(), asyncio.Event(), PubSub.subscribe
    two = await process()
    await until(lambda: two.up)
    monkeypatch.setattr(PubSub, "subscribe", subscribe)
    monkeypatch.setattr(redis_line, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(shared_layer, "missed", [note])
    one = await process()
    await begun.wait()
    here = await member(one)
    joined.set()
    await until(lambda: [one, one] == looked)  # when it hears anything, and when it hears this group
    await two.group_send(GROUP, {"type": "moved"})

    assert {"type": "moved"} == await asyncio.wait_for(next_message(one, here), 10)


async def test_a_process_that_starts_without_redis_works_and_hears_when_it_comes(
    redis: RedisServer, process: Make
) -> None:
    redis.stop()
    one = await process()
    here = await asyncio.wait_for(member(one), 60)
    redis.start()
    two = await process()
    await until(lambda: one.up and two.up)
    await two.group_send(GROUP, {"type": "moved"})

    assert {"type": "moved"} == await next_message(one, here)


async def test_a_line_without_messages_stays_open_far_longer_than_any_limit_of_the_client(
    redis: RedisServer, process: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """redis-py ends what it reads after `socket_timeout`, 5 s if nobody says otherwise. Here it is a tenth of the time
    between two pings, of which 30 go by.
    """
    pongs = []

    def connection(address: str, *seconds: float) -> Any:
        made = real(address, *seconds)
        made.connection_pool.connection_kwargs["socket_timeout"] = 0.01
        return made

    async def take(line: RedisLine, message: dict[str, Any]) -> None:
        pongs.append(message["type"])
        await taken(line, message)

    real, taken = redis_line.connection, RedisLine._take
    monkeypatch.setattr(redis_line, "connection", connection)
    monkeypatch.setattr(redis_line, "PING_SECONDS", 0.1)
    monkeypatch.setattr(RedisLine, "_take", take)
    one = await process()
    here = await member(one)
    await until(lambda: pongs.count("pong") >= 30)
    with redis.client() as client:
        client.publish(f"one:{GROUP}", shared_layer._packed("another", {"type": "moved"}))

    assert {"type": "moved"} == await next_message(one, here)
    assert 1 + 1 == pongs.count("subscribe")


async def test_a_member_that_does_not_read_for_a_day_is_still_a_member(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = SharedLayer(capacity=10)
    slow = await member(alone)
    await alone.group_send(GROUP, {"type": "first"})
    now = shared_layer.time.time()
    monkeypatch.setattr(shared_layer.time, "time", lambda: now + 100_000)
    await alone.group_send(GROUP, {"type": "second"})

    assert ["first", "second"] == [(await next_message(alone, slow))["type"] for _ in range(2)]
