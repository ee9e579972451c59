"""The texts of the translator's page. Finding those of all languages takes more than a second of work, so a
process beside the server does it, at the first visit. They change only with the program.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from threading import Lock

from django.conf import settings

from playground import limits
from playground.catalogues import LANGUAGES
from playground.catalogues.entries import Entry, entries
from playground.workers import pool as workers
from playground.workers.process import belong_to_server

Texts = dict[str, tuple[Entry, ...]]

_lock = Lock()
_known: Texts = {}


def texts(code: str) -> tuple[Entry, ...]:
    """All texts in a language (Django's code), by place. Visitors who come at once wait for the first one.
    BusyError: the process ended before it was ready.
    """
    with _lock:
        if not _known:
            _known.update(_found())
        return _known[code]


def every() -> Texts:
    """The texts of all languages, found here."""
    return {code: entries(code) for code in LANGUAGES}


def _found() -> Texts:
    if not settings.PODIUM_WORKERS:
        return every()
    try:
        with ProcessPoolExecutor(
            1, mp_context=workers.context(), initializer=belong_to_server, initargs=(limits.LONG_NICENESS,)
        ) as beside:
            return beside.submit(every).result()
    except BrokenExecutor as error:
        raise workers.BusyError("page") from error
