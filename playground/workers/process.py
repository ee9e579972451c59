"""A worker process: the code that the server calls in it."""

import os
import signal
from typing import Any

from playground import limits
from playground.server import background
from playground.server.memory_limit import limit_memory
from playground.server.reference_cycles import collect_cycles_seldom
from playground.server.refusals import TooLargeError
from playground.workers.answers import Answer, Recipe, Slow
from playground.workers.cpu_limit import OutOfTimeError, limited

# The fork server imports this module once (`preload`), so every worker starts with the core loaded.
from playground.workers.engine import Engine
from playground.workers.openings import Openings

_engine: Engine | None = None


def start(keep: int, budget: float, characters: float, niceness: int, openings: Openings) -> None:
    """Runs once in each worker process, before its first task."""
    global _engine
    _engine = Engine(keep, budget, characters, openings)
    collect_cycles_seldom()
    belong_to_server(niceness)


def belong_to_server(niceness: int) -> None:
    """Makes this process end with the server, gives it lower priority when its work is long, and limits its
    memory. Every helper process calls it first."""
    limit_memory(limits.PROCESS_MEMORY_BYTES)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which then ends its workers
    if hasattr(os, "nice"):
        os.nice(niceness)
    background.thread("end with parent", end_with_parent).start()


def end_with_parent() -> None:
    """Ends this process when its parent has ended, so that a killed server leaves no workers behind."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def process_id() -> int:
    return os.getpid()


def call(
    run: str,
    inputs: int,
    recipe: Recipe | None,
    task: str,
    args: dict[str, Any],
    giver: str,
    seconds: float,
) -> Answer:
    """`Engine.call` of this worker process, limited to so many `seconds` of CPU time. Raises TooLargeError
    when it needs more memory than the process may have."""
    engine = _engine
    assert engine is not None
    try:
        return limited(seconds, lambda: engine.call(run, inputs, recipe, task, args, giver))
    except OutOfTimeError:
        engine.forget(run)
        return Slow()
    except MemoryError:
        alone = not engine.runs
        engine.runs.clear()
        raise TooLargeError(task, limits.PROCESS_MEMORY_BYTES, alone) from None


def doubt(run: str) -> None:
    assert _engine is not None
    _engine.doubt(run)
