"""The one place that starts concurrent work: tasks, threads, and calls at a later time.

A task inherits its creator's context. In the context of a page, asgiref runs database calls on the thread
that makes the page (`AsyncToSync.executors`, `SyncToAsync.thread_sensitive_context`). A task that outlives
the page would then wait for a thread that waits for the task, or that has ended. So work that outlives its
caller starts in a context of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import Context, ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Work = Coroutine[Any, Any, T]

_carried: list[ContextVar[Any]] = []
_tasks: set[asyncio.Task[Any]] = set()
"""Strong references to running tasks; the event loop itself holds only weak ones."""


def carried(variable: ContextVar[T]) -> ContextVar[T]:
    """Declares a context variable that is copied into work that outlives its caller."""
    _carried.append(variable)
    return variable


def own_context() -> Context:
    """A new context with only the carried variables of the caller."""
    context = Context()
    for variable in _carried:
        context.run(variable.set, variable.get())
    return context


def start(work: Work[T], *, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Task[T]:
    """Starts a task that outlives its caller, on the running loop or on `loop`, which this thread runs
    later."""
    task = (loop or asyncio.get_running_loop()).create_task(work, context=own_context())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def to_its_end(call: Callable[P, Work[T]]) -> Callable[P, Work[T]]:
    """Decorates a coroutine function so that it finishes even when its caller is cancelled."""

    @wraps(call)
    async def whole(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(start(call(*args, **kwargs)))

    return whole


def start_child(work: Work[T]) -> asyncio.Task[T]:
    """Starts a task that its caller awaits or cancels before it ends; it shares the caller's context."""
    return asyncio.get_running_loop().create_task(work)


def start_on(loop: asyncio.AbstractEventLoop, work: Work[T]) -> Future[T]:
    """Like `start`, on the event loop of another thread."""
    return own_context().run(asyncio.run_coroutine_threadsafe, work, loop)


def later(seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
    """Schedules a call on the running event loop after so many seconds."""
    return asyncio.get_running_loop().call_later(seconds, call, context=own_context())


def thread(name: str, call: Callable[[], object]) -> threading.Thread:
    """A thread, not started yet, that does not keep the process alive. A new thread has an empty context."""
    return threading.Thread(target=call, name=name, daemon=True)


def thread_later(seconds: float, call: Callable[[], object]) -> threading.Timer:
    """A timer, not started yet, that makes the call in its own thread."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    return timer


def executor(threads: int, name: str) -> ThreadPoolExecutor:
    """Threads for short work: at its end the process waits for work that has begun."""
    return ThreadPoolExecutor(threads, thread_name_prefix=name)
