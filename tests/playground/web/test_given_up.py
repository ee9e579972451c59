"""A request that was given up writes no error into the log; any other future that failed does."""

import asyncio
import logging

import pytest

from playground.web.given_up import NotGivenUp


@pytest.mark.parametrize(("error", "logged"), [(asyncio.CancelledError(), False), (ValueError(), True)])
def test_only_a_cancellation_is_not_logged(error: BaseException, logged: bool) -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "", (), (type(error), error, None))

    assert logged == NotGivenUp().filter(record)


def test_the_logger_of_asyncio_has_the_filter() -> None:
    assert any(isinstance(each, NotGivenUp) for each in logging.getLogger("asyncio").filters)
