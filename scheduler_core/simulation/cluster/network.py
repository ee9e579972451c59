"""The network between the parts of a cluster: what is cut, slow or fenced off. An immutable value.

A connection joins two endpoints (`api-server`, `store`, `scheduler`, `controller-manager`, `storage`,
`node/<name>`); each of its two directions can be cut alone. A connection that is not listed works.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.inputs.endpoints import API_SERVER, STORAGE, STORE, Way, node_endpoint, nodes_of
from scheduler_core.objects.manifest import Json

MAX_TROUBLED_WAYS = 64
"""The largest number of connections that may be cut or slow at once."""


def directions(between: Way, direction: str = "both") -> tuple[Way, ...]:
    """The directed connections of `both`, `to` (first → second) or `from` (second → first)."""
    first, second = between
    there, back = (first, second), (second, first)
    return {"both": (there, back), "to": (there,), "from": (back,)}[direction]


@dataclass(frozen=True, slots=True)
class Network:
    """The broken parts of the network.

    - `cut`: directed connections that are cut, each with the time of the cut (ms)
    - `late`: undirected connections (endpoints in alphabetical order), each with its delay (ms)
    - `isolated`: pairs of a fenced node and the means of fencing
    - `silent`: nodes that nobody has heard since before the start, whatever the cause, each with the time of
      its last heartbeat (ms)

    The first three are sorted, so equal networks are equal values.
    """

    cut: tuple[tuple[Way, int], ...] = ()
    late: tuple[tuple[Way, int], ...] = ()
    isolated: tuple[tuple[str, str], ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)

    # Queries

    def flows(self, sender: str, receiver: str) -> bool:
        """Whether messages from `sender` to `receiver` arrive, however late."""
        way = (sender, receiver)
        if any(cut_way == way for cut_way, _ in self.cut):
            return False
        if self.silent and API_SERVER in way and any(node in self.silent for node in nodes_of(way)):
            return False
        return not any(self._walled(node, way) for node, _ in self.isolated)

    def _walled(self, node: str, way: Way) -> bool:
        """Whether the node's fence blocks the connection: a fence in the network blocks all of its
        connections, a fence at the storage only those to its volumes."""
        if node_endpoint(node) not in way:
            return False
        by = self.isolated_by(node)
        return by == "network" or (by == "storage" and STORAGE in way)

    def whole(self, first: str, second: str) -> bool:
        """Whether messages arrive in both directions, however late."""
        return self.flows(first, second) and self.flows(second, first)

    def since_ms(self, first: str, second: str) -> int | None:
        """The time (ms) of the oldest cut between two endpoints; None when nothing is cut. A silent node
        counts as cut off since its last heartbeat.
        """
        ways = directions((first, second))
        since = [since for way, since in self.cut if way in ways]
        if self.silent and API_SERVER in (first, second):
            since += [self.silent[node] for node in nodes_of((first, second)) if node in self.silent]
        return min(since, default=None)

    def delay_ms(self, first: str, second: str) -> int:
        if not self.late:
            return 0
        connection = _unordered((first, second))
        return next((delay for way, delay in self.late if way == connection), 0)

    def isolated_by(self, node: str) -> str | None:
        return next((by for name, by in self.isolated if name == node), None)

    @property
    def store_answers(self) -> bool:
        return self.whole(API_SERVER, STORE)

    @property
    def troubled_ways(self) -> int:
        """The number of connections that are cut or slow."""
        ways = {_unordered(way) for way, _ in self.cut} | {way for way, _ in self.late}
        return len(ways)

    def cut_ways(self) -> tuple[Way, ...]:
        """The undirected connections of which any direction is cut, in order."""
        return tuple(sorted({_unordered(way) for way, _ in self.cut}))

    def troubled_nodes(self) -> frozenset[str]:
        """Nodes with a connection that is cut or slow, silent nodes, and fenced nodes."""
        if not (self.cut or self.late or self.isolated or self.silent):
            return frozenset()
        ways: Iterator[Way] = (way for way, _ in (*self.cut, *self.late))
        nodes = frozenset(node for way in ways for node in nodes_of(way))
        return nodes | {node for node, _ in self.isolated} | self.silent.keys()

    # Changes

    def with_cut(self, between: Way, direction: str, now_ms: int) -> Network:
        """Cuts a connection; a direction that is cut already keeps the time of its cut."""
        added = dict.fromkeys(directions(between, direction), now_ms)
        return replace(self, cut=tuple(sorted({**added, **dict(self.cut)}.items())))

    def healed(self, between: Way | None = None) -> Network:
        """The network with the connection between two endpoints restored, or with `None` every connection.

        Healing the connection between a node and the API server or the storage also lifts the node's fence.
        A silent node is heard again when its connection to the API server is healed.
        """
        if between is None:
            return Network()
        ways, way = directions(between), _unordered(between)
        shared = {API_SERVER, STORAGE} & set(between)
        freed = nodes_of(between) if shared else ()
        speaking = nodes_of(between) if API_SERVER in between else ()
        return Network(
            tuple(entry for entry in self.cut if entry[0] not in ways),
            tuple(entry for entry in self.late if entry[0] != way),
            tuple(entry for entry in self.isolated if entry[0] not in freed),
            {node: last for node, last in self.silent.items() if node not in speaking},
        )

    def without_silence(self, node: str) -> Network:
        """The network once a silent node is heard again; the same for any other node."""
        if node not in self.silent:
            return self
        return replace(self, silent={name: last for name, last in self.silent.items() if name != node})

    def with_delay(self, between: Way, delay_ms: int) -> Network:
        late = dict(self.late)
        late.pop(_unordered(between), None)
        if delay_ms:
            late[_unordered(between)] = delay_ms
        return replace(self, late=tuple(sorted(late.items())))

    def with_isolated(self, node: str, by: str) -> Network:
        return replace(self, isolated=tuple(sorted({**dict(self.isolated), node: by}.items())))

    def let_in(self, node: str) -> Network:
        """Lifts the fence of a node."""
        return replace(self, isolated=tuple(entry for entry in self.isolated if entry[0] != node))

    def to_json(self) -> Json:
        """All fields as JSON, for the state hash."""
        return {
            "cut": [[*way, since] for way, since in self.cut],
            "late": [[*way, delay] for way, delay in self.late],
            "isolated": [list(entry) for entry in self.isolated],
            **({"silent": dict(sorted(self.silent.items()))} if self.silent else {}),
        }


WHOLE = Network()


def _unordered(way: Way) -> Way:
    first, second = way
    return (first, second) if first <= second else (second, first)
