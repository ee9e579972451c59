"""Work beside its caller has a context of its own, and goes on when its caller has ended."""

import asyncio
import threading
from contextvars import ContextVar

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async

from playground.server import background
from playground.server.database_threads import wait_without_connection
from playground.server.fairness.asker import asker

language: ContextVar[str] = ContextVar("language", default="en")


async def owner_and_language() -> tuple[str, str]:
    return asker.get(), language.get()


async def test_of_the_variables_of_its_caller_a_task_has_those_that_are_carried() -> None:
    asker.set("owner a")
    language.set("uk")

    assert ("owner a", "en") == await background.start(owner_and_language())
    assert ("owner a", "uk") == await background.start_child(owner_and_language())


async def test_a_task_that_a_page_began_calls_the_database_when_the_page_has_ended() -> None:
    tasks: list[asyncio.Task[threading.Thread]] = []
    ended = asyncio.Event()

    async def work() -> threading.Thread:
        await ended.wait()
        return await sync_to_async(threading.current_thread)()

    async def begin() -> None:
        tasks.append(background.start(work()))

    def page() -> threading.Thread:
        wait_without_connection(begin)()
        return threading.current_thread()

    async with ThreadSensitiveContext():
        page_thread = await sync_to_async(page)()
    ended.set()
    [thread] = await asyncio.wait_for(asyncio.gather(*tasks), 10)

    assert thread is not page_thread


async def test_a_page_may_wait_for_a_task_that_calls_the_database() -> None:
    async def work() -> int:
        return await sync_to_async(threading.get_ident)()

    async def wait() -> int:
        return await background.start(work())

    async with ThreadSensitiveContext():
        thread = await asyncio.wait_for(sync_to_async(wait_without_connection(wait))(), 10)

    assert thread not in (0, threading.get_ident())


async def test_what_goes_to_its_end_does_so_when_its_caller_is_cancelled() -> None:
    began, goes_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    @background.to_its_end
    async def record() -> None:
        began.set()
        await goes_on.wait()
        done.set()

    caller = asyncio.ensure_future(record())
    await began.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    goes_on.set()
    await asyncio.wait_for(done.wait(), 10)

    assert done.is_set()


async def test_another_thread_may_start_work_on_a_loop() -> None:
    asker.set("owner a")
    language.set("uk")
    loop = asyncio.get_running_loop()
    future = background.start_on(loop, owner_and_language())

    assert ("owner a", "en") == await asyncio.wrap_future(future)
