"""What the fork server of worker processes imports, once for all: the code of a worker, and the core."""

from playground.server.reference_cycles import search_circles_seldom

search_circles_seldom()  # nothing that is imported ever goes
from playground.workers import process  # noqa: E402, F401
