"""A request to the REST interface, and what its path and its query name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.manifest import Json
from scheduler_core.rest.resources import Resource, resource

TRUE = frozenset(("1", "t", "T", "true", "TRUE", "True"))


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request. `path` begins after the base of the run (`/api/v1/pods`); of a parameter that comes
    twice the first is taken. `body` is JSON, None without one; `duplicates` are the paths of its fields that
    were written twice. `acts_as` is the user whom the client impersonates (`kubectl --as`), "" for nobody.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    accept: str = ""
    content_type: str = ""
    body: Json = None
    duplicates: tuple[str, ...] = ()
    agent: str = ""
    acts_as: str = ""

    def flag(self, name: str) -> bool:
        return self.query.get(name, "") in TRUE

    @property
    def watches(self) -> bool:
        return self.flag("watch")

    @staticmethod
    def from_json(value: Mapping[str, Json]) -> Request:
        """The inverse of `dataclasses.asdict`."""
        fields = dict(value)
        fields["duplicates"] = tuple(fields.get("duplicates") or ())  # type: ignore[arg-type]
        return Request(**fields)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Target:
    """What a path names: a collection (`name` is ""), an object, or a subresource of one. `namespace` is ""
    for all namespaces, and for kinds without one.
    """

    row: Resource
    namespace: str = ""
    name: str = ""
    subresource: str = ""

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}" if self.row.namespaced else self.name


def target_of(path: str) -> Target | None:
    """The target that a path names; None for a path without a resource."""
    steps = [step for step in path.split("/") if step]
    match steps:
        case ["api", "v1", *rest]:
            group, version = "", "v1"
        case ["apis", group, version, *rest]:
            pass
        case _:
            return None
    if len(rest) >= 2 and rest[0] == "namespaces":
        inner = resource(group, version, rest[2]) if len(rest) >= 3 else None
        if inner is not None and inner.namespaced:
            return _rest(inner, rest[1], rest[3:])
    if not rest:
        return None
    row = resource(group, version, rest[0])
    if row is None:
        return None
    if row.namespaced:
        return Target(row) if len(rest) == 1 else None
    return _rest(row, "", rest[1:])


def _rest(row: Resource, namespace: str, rest: list[str]) -> Target | None:
    if len(rest) > 2:
        return None
    if len(rest) == 2 and row.subresource(rest[1]) is None:
        return None
    return Target(row, namespace, *rest)
