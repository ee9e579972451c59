"""The API server: objects with versions and watches, defaulting, admission, deletion with grace."""

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer, ServerOptions
from scheduler_core.apiserver.storage.events import Event
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent

__all__ = [
    "ApiServer",
    "DeleteOptions",
    "Event",
    "EventType",
    "Ok",
    "Refused",
    "Result",
    "ServerOptions",
    "WatchEvent",
]
