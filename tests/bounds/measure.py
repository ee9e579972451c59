"""Work that may take so much CPU time and memory and no more. What takes more fails the test, and not the machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from resource import RLIMIT_AS, getrlimit, setrlimit
from typing import TypeVar

import pytest

from playground.workers.cpu_limit import OutOfTimeError, limited

T = TypeVar("T")
SECONDS = 3.0
"""The bound is a second of CPU time. A slow machine takes three times as long."""
MEGABYTES = 64
_STATUS = Path("/proc/self/statm")
_PAGE = 4096


def bounded(
    work: Callable[[], T], what: object, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> T:
    """The result of `work`. It fails the test where it would take more, by name of `what` it is about."""
    soft, hard = getrlimit(RLIMIT_AS)
    if _STATUS.exists():  # the address space that this process has already; Linux alone counts it
        setrlimit(RLIMIT_AS, (int(_STATUS.read_text().split()[0]) * _PAGE + megabytes * 2**20, hard))
    try:
        return limited(seconds, work)
    except OutOfTimeError:
        failed = f"more than {seconds} s of CPU time"
    except MemoryError:
        failed = f"more than {megabytes} MB"
    finally:
        setrlimit(RLIMIT_AS, (soft, hard))
    pytest.fail(f"{failed}: {str(what)[:300]!r}")
