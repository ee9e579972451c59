"""Who asks for work: the key under which work waits its turn, so that nobody waits for all that another one
asked for. A page and a socket set it at their door; it follows the call through threads and tasks.
"""

from contextvars import ContextVar

asker: ContextVar[str] = ContextVar("asker", default="")
