"""State of the server process as a whole. The server sets it; views and sockets read it."""

from dataclasses import dataclass


@dataclass
class Lifecycle:
    """`draining` is True from the moment at which the server begins to stop."""

    draining: bool = False


state = Lifecycle()
