"""The names of the simulated network's endpoints, and which of them communicate."""

from __future__ import annotations

from typing import TypeAlias

API_SERVER, STORE, STORAGE = "api-server", "store", "storage"
SCHEDULER, CONTROLLER_MANAGER = "scheduler", "controller-manager"
NODE_PREFIX = "node/"
ENDPOINTS = (API_SERVER, STORE, SCHEDULER, CONTROLLER_MANAGER, STORAGE, "node/<name>")
MAX_NODE_NAME = 253

Way: TypeAlias = tuple[str, str]
"""Two endpoints: from the first to the second where the direction matters."""


def node_endpoint(node: str) -> str:
    return NODE_PREFIX + node


def nodes_of(between: Way) -> tuple[str, ...]:
    """The names of the nodes among two endpoints."""
    return tuple(name.removeprefix(NODE_PREFIX) for name in between if name.startswith(NODE_PREFIX))


def is_endpoint(name: str) -> bool:
    """Whether an endpoint may have this name."""
    if name.startswith(NODE_PREFIX):
        return len(NODE_PREFIX) < len(name) <= MAX_NODE_NAME + len(NODE_PREFIX)
    return name in ENDPOINTS


def has_way(first: str, second: str) -> bool:
    """Whether two endpoints communicate: all but the storage do with the API server, and nodes also do with
    each other and with the storage."""
    if first == second:
        return False
    if API_SERVER in (first, second):
        return STORAGE not in (first, second)
    nodes = [name.startswith(NODE_PREFIX) for name in (first, second)]
    return all(nodes) or (any(nodes) and STORAGE in (first, second))
