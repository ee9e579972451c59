"""The asker: the key by which work is queued, so that nobody waits for all the work of one visitor. Pages and
sockets set it when a request comes in; it follows the call through threads and tasks."""

from contextvars import ContextVar

from playground.server.background import carried

asker: ContextVar[str] = carried(ContextVar("asker", default=""))
