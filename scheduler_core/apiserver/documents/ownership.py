"""Circles among owner references."""

from __future__ import annotations

from collections.abc import Sequence


def find_cycles(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """The circles of a graph given as `edges[from] = [to, …]`, each once and as the nodes on it."""
    state = [0] * len(edges)  # 0: not visited, 1: on the current path, 2: done
    cycles: list[list[int]] = []
    for start in range(len(edges)):
        if state[start]:
            continue
        way = [start]
        rest = [iter(edges[start])]
        state[start] = 1
        while way:
            following = next(rest[-1], None)
            if following is None:
                state[way.pop()] = 2
                rest.pop()
            elif state[following] == 1:
                cycles.append(way[way.index(following) :])
            elif state[following] == 0:
                state[following] = 1
                way.append(following)
                rest.append(iter(edges[following]))
    return cycles
