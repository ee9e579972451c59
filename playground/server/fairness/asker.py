"""Who asks for work: the key under which work waits its turn, so that nobody waits for all that another one
asked for. A page and a socket set it at their door; it follows the call through threads and tasks.
"""

from contextvars import ContextVar

from playground.server.background import carried

asker: ContextVar[str] = carried(ContextVar("asker", default=""))
