"""The objects that the REST interface serves: those in the store, and those that every cluster has."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.apiserver.always import always_keys, always_object
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Manifest
from scheduler_core.rest.reads.presented import presented


def served(api: ApiServer, kind: str, now_ms: int) -> Iterator[tuple[str, Manifest]]:
    """Keys and manifests of all objects of a kind."""
    table = api.objects(kind)
    for key, stored in table.items():
        yield key, presented(kind, stored, api.options.git_version)
    for key in always_keys(api, kind):
        if key not in table and (manifest := always_object(api, kind, key, now_ms)) is not None:
            yield key, manifest


def served_object(api: ApiServer, kind: str, key: str, now_ms: int) -> Manifest | None:
    """The object of `served` with this key; None without one."""
    stored = api.get(kind, key)
    if stored is not None:
        return presented(kind, stored, api.options.git_version)
    return always_object(api, kind, key, now_ms)
