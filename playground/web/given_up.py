"""Requests that their visitor gave up are no faults.

When a browser goes away, Django cancels the request. A thread that still waits for a worker then ends with a
CancelledError that nobody takes, which asyncio would log as an error.
"""

from __future__ import annotations

import asyncio
import logging


class NotGivenUp(logging.Filter):
    """Lets every record through but those about a cancellation."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
