"""A client that reads from its own cache, as far as its watch has got, and writes to the server.

So two instances of one component can race: the slower one reads an old state, and the server refuses its
write. A whole object is written with the version that was read (409 Conflict if it has changed since), a
patch, a binding and a delete with the uid that was read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import cast

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, conflict
from scheduler_core.apiserver.storage.store import Store
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.replacing import replace

READS = frozenset(
    {
        "pods",
        "nodes",
        "namespaces",
        "priority_classes",
        "budgets",
        "services",
        "workloads",
        "objects",
        "get",
    }
)
"""Methods that a client calls on its cache; all others go to the server."""

_Located = tuple[str, str]


def _kind_and_key(arguments: tuple[object, ...]) -> _Located:
    return str(arguments[0]), str(arguments[1])


def _node(arguments: tuple[object, ...]) -> _Located:
    return "Node", str(arguments[0])


def _pod(arguments: tuple[object, ...]) -> _Located:
    return "Pod", str(arguments[0])


def _binding(arguments: tuple[object, ...]) -> _Located:
    return "Pod", f"{arguments[0]}/{arguments[1]}"


# Write → its object, and whether the object's version (PUT) or its uid (PATCH) must be the one that was read.
GUARDS: Mapping[str, tuple[Callable[[tuple[object, ...]], _Located], str]] = MappingProxyType(
    {
        "update_status": (_kind_and_key, "version"),
        "replace": (_kind_and_key, "version"),
        "set_owner_references": (_kind_and_key, "uid"),
        "delete": (_kind_and_key, "uid"),
        "set_taints": (_node, "version"),
        "add_taint": (_node, "version"),
        "remove_taint": (_node, "version"),
        "patch_pod_status": (_pod, "uid"),
        "remove_scheduling_gates": (_pod, "uid"),
        "bind": (_binding, "uid"),
    }
)


class _Mirror(Store):
    """A store that copies the objects of another one as they are."""

    def reflect(self, kind: str, key: str, value: Object | None) -> None:
        """Stores the object as it is, with its version; None removes it."""
        if value is None:
            self._tables[kind].pop(key, None)
        else:
            self._tables[kind][key] = value
        self._unsummed[kind, key] = None


class Cache:
    """The objects that one client has seen. It begins with a list of everything that `api` holds."""

    def __init__(self, api: ApiServer) -> None:
        self._objects = ApiServer(start_at=api.start_at, options=api.options)
        self._mirror = _Mirror()
        self._objects._store = self._mirror
        for kind in KINDS:
            for key, stored in api.objects(kind).items():
                self._mirror.reflect(kind, key, stored)

    @property
    def objects(self) -> ApiServer:
        """The objects as this client knows them; they must only be read."""
        return self._objects

    def observe(self, event: WatchEvent) -> None:
        """Takes in one event of the watch; an object that is newer in the cache stays."""
        cached = self._objects.get(event.kind, event.key)
        if event.type is EventType.DELETED:
            deleted = event.old
            if cached is not None and (deleted is None or cached.meta.uid == deleted.meta.uid):
                self._mirror.reflect(event.kind, event.key, None)
            return
        if cached is None or event.new is None or _version(event.new) >= _version(cached):
            self._mirror.reflect(event.kind, event.key, event.new)

    def written(self, result: Ok) -> None:
        """Stores what the client has just written, before its watch reports it."""
        kind = kind_of(result.object)
        if kind in KINDS:
            self._mirror.reflect(kind, result.object.meta.key, None if result.removed else result.object)

    def copy(self) -> Cache:
        twin = object.__new__(Cache)
        twin._mirror = self._mirror.copy()
        twin._objects = self._objects.copy()
        twin._objects._store = twin._mirror
        return twin

    def fingerprint(self) -> Json:
        return self._mirror.fingerprint()


class CachedApi:
    """Stands in for the API server during one act of one client. `lost` holds the refusals of
    outdated writes.
    """

    def __init__(self, real: ApiServer, cache: Cache) -> None:
        self._real = real
        self._cache = cache
        self.lost: list[Refused] = []

    @property
    def server(self) -> ApiServer:
        """The stand-in itself, for actors that ask for the server."""
        return cast(ApiServer, self)

    def __getattr__(self, name: str) -> object:
        if name in READS:
            return getattr(self._cache.objects, name)
        attribute = getattr(self._real, name)
        return self._writing(name, attribute) if callable(attribute) else attribute

    def _writing(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        """The write method `call`; it is refused when the object has changed since this client read it."""

        def write(*arguments: object, **named: object) -> object:
            guard = GUARDS.get(name)
            if guard is not None:
                locate, by = guard
                kind, key = locate(arguments)
                refused = self._outdated(kind, key, by)
                if refused is not None:
                    self.lost.append(refused)
                    return refused
                if name == "delete":
                    arguments = self._with_uid(kind, key, arguments)
            result = call(*arguments, **named)
            if isinstance(result, Refused) and (result.code == 409 or (result.code == 404 and guard)):
                # The object has changed or has been deleted since this client read it.
                self.lost.append(result)
            elif isinstance(result, Ok):
                self._cache.written(result)
            return result

        return write

    def _outdated(self, kind: str, key: str, by: str) -> Refused | None:
        """The API server's refusal when the object has changed since this client read it."""
        read, stored = self._cache.objects.get(kind, key), self._real.get(kind, key)
        if read is None or stored is None:
            return None
        resource, name = KINDS[kind].qualified_resource, key.rpartition("/")[2]
        if read.meta.uid != stored.meta.uid:
            why = f"Precondition failed: UID in precondition: {read.meta.uid}, UID in object meta: "
            return conflict(resource, name, why + stored.meta.uid)
        if by == "version" and read.meta.resource_version != stored.meta.resource_version:
            why = (
                "the object has been modified; please apply your changes to the latest version and try again"
            )
            return conflict(resource, name, why)
        return None

    def _with_uid(self, kind: str, key: str, arguments: tuple[object, ...]) -> tuple[object, ...]:
        """The arguments of a delete, with the uid of the object that was read as its precondition."""
        read = self._cache.objects.get(kind, key)
        options = arguments[2]
        if read is None or not isinstance(options, DeleteOptions) or options.precondition_uid is not None:
            return arguments
        return (*arguments[:2], replace(options, precondition_uid=read.meta.uid), *arguments[3:])


def _version(value: Object) -> int:
    return int(value.meta.resource_version or 0)
