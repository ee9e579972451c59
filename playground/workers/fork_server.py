"""Makes the fork server of worker processes a fork of the starting server, so that both import the core once.

By default multiprocessing starts it as a new program, which imports the core again: a quarter of the CPU time
of a start. When this fork server ends, multiprocessing starts another one in its own way."""

import contextlib
import os
import socket
import sys
from importlib import import_module
from multiprocessing import connection, forkserver, resource_tracker
from typing import Any

NEWEST = (3, 13)
"""The newest Python whose `multiprocessing.forkserver` this code supports; a newer one starts its own."""


def fork_early() -> None:
    """Forks it from this process, which must have no threads, no connections and no Django yet. The server
    holds the end of a pipe; when that closes, the fork server ends, and its workers end with the server."""
    if sys.platform != "linux" or sys.version_info[:2] > NEWEST:
        return
    import_module("playground.workers.preload")
    resource_tracker.ensure_running()
    with socket.socket(socket.AF_UNIX) as listener:
        address = connection.arbitrary_address("AF_UNIX")  # type: ignore[attr-defined]
        listener.bind(address)
        os.chmod(address, 0o600)
        listener.listen()
        ends, alive = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(alive)
            _serve(listener.detach(), ends)
        os.close(ends)
    own: Any = forkserver._forkserver  # type: ignore[attr-defined]
    own._forkserver_address, own._forkserver_alive_fd, own._forkserver_pid = address, alive, pid


def _serve(listener: int, ends: int) -> None:
    """Forks workers until the server has ended. The server's exit handlers do not run here."""
    try:
        with contextlib.suppress(SystemExit):
            forkserver.main(listener, ends, ())
    finally:
        os._exit(0)
