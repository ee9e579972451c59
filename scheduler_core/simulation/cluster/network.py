"""The network between the parts of a cluster: what is cut, late or fenced off. An immutable value.

Ways are between endpoints (`api-server`, `store`, `scheduler`, `controller-manager`, `storage`,
`node/<name>`), each in two directions that are cut on their own. A way that nothing is said of is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.inputs.reader import API_SERVER, NODE_PREFIX, STORAGE, STORE

ISOLATING = ("network", "storage")
"""Fences that leave processes alive, but out of reach."""
MOST_LINKS = 64
"""Ways that may be cut or slow at once."""

Way: TypeAlias = tuple[str, str]


def node_endpoint(node: str) -> str:
    return NODE_PREFIX + node


def nodes_of(between: Way) -> tuple[str, ...]:
    """The names of the nodes among two endpoints."""
    return tuple(each.removeprefix(NODE_PREFIX) for each in between if each.startswith(NODE_PREFIX))


def directions(between: Way, direction: str = "both") -> tuple[Way, ...]:
    """The directed ways of `both`, `to` (first → second) or `from` (second → first)."""
    first, second = between
    there, back = (first, second), (second, first)
    return {"both": (there, back), "to": (there,), "from": (back,)}[direction]


@dataclass(frozen=True, slots=True)
class Network:
    """`cut`: directed ways on which nothing gets through, with the time since when (ms); `late`: undirected
    ways (names in order) with their delay (ms); `isolated`: node → by what it was fenced.

    All three are sorted, so equal networks are equal values.
    """

    cut: tuple[tuple[Way, int], ...] = ()
    late: tuple[tuple[Way, int], ...] = ()
    isolated: tuple[tuple[str, str], ...] = ()

    # Asking

    def flows(self, sender: str, receiver: str) -> bool:
        """Whether what `sender` sends to `receiver` arrives (however late)."""
        way = (sender, receiver)
        if any(each == way for each, _ in self.cut):
            return False
        return not any(self._walled(node, way) for node, _ in self.isolated)

    def _walled(self, node: str, way: Way) -> bool:
        """Whether a fence around the node stands in the way: one in the network shuts it off from everything,
        one at the storage from its volumes."""
        if node_endpoint(node) not in way:
            return False
        by = self.isolated_by(node)
        return by == "network" or (by == "storage" and STORAGE in way)

    def whole(self, first: str, second: str) -> bool:
        """Whether everything gets through, both ways."""
        return self.flows(first, second) and self.flows(second, first)

    def since_ms(self, first: str, second: str) -> int | None:
        """Since when anything between two endpoints is cut; None: nothing is."""
        ways = directions((first, second))
        return min((since for way, since in self.cut if way in ways), default=None)

    def delay_ms(self, first: str, second: str) -> int:
        if not self.late:
            return 0
        wanted = _unordered((first, second))
        return next((delay for way, delay in self.late if way == wanted), 0)

    def isolated_by(self, node: str) -> str | None:
        return next((by for name, by in self.isolated if name == node), None)

    @property
    def store_answers(self) -> bool:
        return self.whole(API_SERVER, STORE)

    @property
    def links(self) -> int:
        """How many ways are cut or slow."""
        ways = {_unordered(way) for way, _ in self.cut} | {way for way, _ in self.late}
        return len(ways)

    def cut_ways(self) -> tuple[Way, ...]:
        """The undirected ways of which anything is cut, in order."""
        return tuple(sorted({_unordered(way) for way, _ in self.cut}))

    def troubled_nodes(self) -> frozenset[str]:
        """Nodes of which any way is cut or slow, or which are fenced off."""
        if not (self.cut or self.late or self.isolated):
            return frozenset()
        ways: Iterator[Way] = (way for way, _ in (*self.cut, *self.late))
        return frozenset(node for way in ways for node in nodes_of(way)) | {node for node, _ in self.isolated}

    # Changing

    def with_cut(self, between: Way, direction: str, now_ms: int) -> Network:
        """What is cut already stays cut since when it was."""
        added = dict.fromkeys(directions(between, direction), now_ms)
        return replace(self, cut=tuple(sorted({**added, **dict(self.cut)}.items())))

    def healed(self, between: Way | None = None) -> Network:
        """Everything (`None`), or everything between two endpoints, gets through again, in time.

        Who was fenced off is let in again when its ways are healed: all, or the one to the storage or the
        API server.
        """
        if between is None:
            return Network()
        ways, way = directions(between), _unordered(between)
        shared = {API_SERVER, STORAGE} & set(between)
        freed = nodes_of(between) if shared else ()
        return Network(
            tuple(entry for entry in self.cut if entry[0] not in ways),
            tuple(entry for entry in self.late if entry[0] != way),
            tuple(entry for entry in self.isolated if entry[0] not in freed),
        )

    def with_delay(self, between: Way, delay_ms: int) -> Network:
        late = dict(self.late)
        late.pop(_unordered(between), None)
        if delay_ms:
            late[_unordered(between)] = delay_ms
        return replace(self, late=tuple(sorted(late.items())))

    def with_isolated(self, node: str, by: str) -> Network:
        return replace(self, isolated=tuple(sorted({**dict(self.isolated), node: by}.items())))

    def let_in(self, node: str) -> Network:
        """A node that was fenced off is no more."""
        return replace(self, isolated=tuple(entry for entry in self.isolated if entry[0] != node))

    def to_json(self) -> Json:
        """All of it, for the state hash."""
        return {
            "cut": [[*way, since] for way, since in self.cut],
            "late": [[*way, delay] for way, delay in self.late],
            "isolated": [list(entry) for entry in self.isolated],
        }


WHOLE = Network()


def _unordered(way: Way) -> Way:
    first, second = way
    return (first, second) if first <= second else (second, first)
