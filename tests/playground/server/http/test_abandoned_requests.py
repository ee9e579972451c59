"""A request that was given up waits no longer, and writes no error into the log; any other failure does."""

import asyncio
import logging
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async

from playground.server.database_threads import wait_without_connection
from playground.server.http.abandoned_requests import Scope, WithoutCancellations, end_all, ended_with_client


@pytest.mark.parametrize(("error", "logged"), [(asyncio.CancelledError(), False), (ValueError(), True)])
def test_only_a_cancellation_is_not_logged(error: BaseException, logged: bool) -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "", (), (type(error), error, None))

    assert logged == WithoutCancellations().filter(record)


def test_the_logger_of_asyncio_has_the_filter() -> None:
    assert any(isinstance(item, WithoutCancellations) for item in logging.getLogger("asyncio").filters)


async def test_a_page_whose_client_has_gone_waits_no_longer() -> None:
    ends: list[str] = []
    waits_now = asyncio.Event()

    async def asks_the_database() -> None:
        await sync_to_async(ends.append)("asked")

    async def waits_without_end() -> None:
        waits_now.set()
        await asyncio.Event().wait()

    def page() -> None:
        wait_without_connection(asks_the_database)()  # asgiref cancels no later wait of a thread that did so
        for wait in (waits_without_end, asks_the_database):
            try:
                wait_without_connection(wait)()
            except asyncio.CancelledError:
                ends.append("cancelled")

    async def django(scope: Scope, receive: Any, send: Any) -> None:
        async with ThreadSensitiveContext():
            making = asyncio.create_task(sync_to_async(page)())
            assert "http.disconnect" == (await receive())["type"]
            await making

    async def leave() -> dict[str, str]:
        await waits_now.wait()
        return {"type": "http.disconnect"}

    await asyncio.wait_for(ended_with_client(django)({"type": "http"}, leave, None), 10)

    assert ["asked", "cancelled", "cancelled"] == ends


async def test_a_server_that_stops_ends_what_its_pages_wait_for() -> None:
    waits_now = asyncio.Event()

    async def waits_without_end() -> None:
        waits_now.set()
        await asyncio.Event().wait()

    async def django(scope: Scope, receive: Any, send: Any) -> None:
        async with ThreadSensitiveContext():
            await sync_to_async(wait_without_connection(waits_without_end))()

    serving = asyncio.create_task(ended_with_client(django)({"type": "http"}, None, None))
    await waits_now.wait()
    end_all()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(serving, 10)
