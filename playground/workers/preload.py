"""The imports that the fork server of worker processes does once for all: the code of a worker, and the
core."""

from playground.server.reference_cycles import collect_cycles_seldom

collect_cycles_seldom()  # imported modules are never freed
from playground.workers import process  # noqa: E402, F401
