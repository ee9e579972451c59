"""The pool of this process: its own workers, or remote ones when the settings name a broker."""

from django.conf import settings

from playground.server.refusals import BoundedError, BusyError, TooLargeError, TooLongError, WorkerEndedError
from playground.server.telemetry import metrics
from playground.workers.local import InlinePool, ProcessPool, context
from playground.workers.remote.pool import RemotePool

__all__ = [
    "BoundedError",
    "BusyError",
    "Pool",
    "ProcessPool",
    "TooLargeError",
    "TooLongError",
    "WorkerEndedError",
    "close_pool",
    "context",
    "pool",
]

Pool = ProcessPool | InlinePool | RemotePool
_pool: Pool | None = None


def own_pool() -> ProcessPool | InlinePool:
    return ProcessPool(settings.PODIUM_WORKERS) if settings.PODIUM_WORKERS else InlinePool()


def pool() -> Pool:
    """The pool of this process, made at first use."""
    global _pool
    if _pool is None:
        if settings.WORKERS_REDIS:
            from playground.workers.remote.link import Link  # needs the libraries of `podium[servers]`

            _pool = RemotePool(Link(settings.WORKERS_REDIS, settings.WORKERS_KEY), own_pool)
        else:
            _pool = own_pool()
    return _pool


def use(new_pool: Pool) -> None:
    """Sets the pool of this process."""
    global _pool
    _pool = new_pool


def close_pool() -> None:
    global _pool
    if _pool is not None:
        _pool.close()
        _pool = None


def _loads() -> list[tuple[str, int, bool]]:
    return _pool.loads() if _pool is not None else []


def _calls_waiting() -> metrics.Samples:
    waiting = {"quick": 0.0, "slow": 0.0}
    for kind, count, _ in _loads():
        waiting[kind] += count
    return waiting


def _workers() -> metrics.Samples:
    busy = [at_work for _, _, at_work in _loads()]
    return {"busy": float(sum(busy)), "idle": float(len(busy) - sum(busy))}


metrics.look("podium_calls_waiting", "Calls that wait for a worker, by class.", _calls_waiting, "class")
metrics.look("podium_workers", "Workers of this server, by what they do.", _workers, "state")
