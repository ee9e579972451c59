"""What the fork server of worker processes imports, once for all: the code of a worker, and the core."""

from playground.server.reference_cycles import collect_cycles_seldom

collect_cycles_seldom()  # nothing that is imported ever goes
from playground.workers import process  # noqa: E402, F401
