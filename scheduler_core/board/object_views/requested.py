"""The sums of the requests of the pods on each node, as in the scheduler's NodeInfo, for the board.

A pod that is nominated to a node but not bound yet is counted separately. A finished pod is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.board.object_views.views import View
from scheduler_core.objects.manifest import integer, text
from scheduler_core.objects.replacing import State
from scheduler_core.objects.resources import CPU, MEMORY, amount_text

Sums: TypeAlias = tuple[int, int, int]
"""Milli-CPU, bytes of memory, and pods."""
NOTHING: Sums = (0, 0, 0)
_SHARED = (("cpu", "cpu"), ("memory", "mem"), ("pods", "pods"))
"""The shares of a node that the board shows, with the field of its view that says what is allocatable."""
_UNITS = (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10), ("B", 1))


@dataclass
class Requested(State):
    """The sums by node, `bound` for bound pods and `nominated` for nominated ones; `namespaces` has those of
    the bound pods of each namespace, by node. A node without requests has no entry."""

    bound: dict[str, Sums] = field(default_factory=dict)
    nominated: dict[str, Sums] = field(default_factory=dict)
    namespaces: dict[str, Mapping[str, Sums]] = field(default_factory=dict)

    def follow(self, before: View | None, after: View | None) -> list[str]:
        """Takes in a change of a pod's view. Returns the nodes whose sums changed."""
        was, now = _place(before), _place(after)
        if was == now:
            return []
        changed: list[str] = []
        for place, sign in ((was, -1), (now, 1)):
            if place is not None:
                node, is_bound, amounts, namespace = place
                _add(self.bound if is_bound else self.nominated, node, amounts, sign)
                if is_bound:
                    self._add_to_namespace(node, namespace, amounts, sign)
                changed.append(node)
        return changed

    def _add_to_namespace(self, node: str, namespace: str, amounts: Sums, sign: int) -> None:
        sums = dict(self.namespaces.get(node, {}))  # copies of this value share the other one
        _add(sums, namespace, amounts, sign)
        if sums:
            self.namespaces[node] = sums
        else:
            self.namespaces.pop(node, None)

    def largest_namespace(self, node: str) -> str:
        """The namespace whose pods request the most cpu of a node, then memory, then the one with the most
        pods; the first by name among equals, and "" where no pod runs.
        """
        sums = self.namespaces.get(node, {})
        return min(sums, key=lambda name: ([-amount for amount in sums[name]], name), default="")

    def fields(self, node: View) -> View:
        """The fields of a node's view with the requests on it."""
        name = text(node["name"])
        bound = self.bound.get(name, NOTHING)
        return {
            "requested": {
                **_sums_view(bound),
                "cpuOf": cpu_of(bound[0], integer(node["cpu"]) or 0),
                "memOf": memory_of(bound[1], integer(node["mem"]) or 0),
                "shares": {
                    name: share_of(used, integer(node[field]) or 0)
                    for (name, field), used in zip(_SHARED, bound, strict=True)
                },
                "namespace": self.largest_namespace(name),
            },
            "nominated": _sums_view(self.nominated.get(name, NOTHING)),
        }


def _place(pod: View | None) -> tuple[str, bool, Sums, str] | None:
    """The node on which a pod is counted, whether it is bound there, its amounts and its namespace; None when
    it is not counted.
    """
    if pod is None or not pod["holds"]:
        return None
    node = text(pod["node"]) or text(pod["nominated"])
    amounts = (integer(pod["cpu"]) or 0, integer(pod["mem"]) or 0, 1)
    return (node, bool(pod["node"]), amounts, text(pod["key"]).partition("/")[0]) if node else None


def _add(sums: dict[str, Sums], node: str, amounts: Sums, sign: int) -> None:
    cpu, memory, pods = sums.get(node, NOTHING)
    total = (cpu + sign * amounts[0], memory + sign * amounts[1], pods + sign)
    if total == NOTHING:
        sums.pop(node, None)
    else:
        sums[node] = total


def _sums_view(sums: Sums) -> View:
    cpu, memory, pods = sums
    return {
        "cpu": cpu,
        "cpuText": amount_text(CPU, cpu),
        "mem": memory,
        "memText": amount_text(MEMORY, memory),
        "pods": pods,
    }


def cpu_of(used: int, whole: int) -> str:
    """The used and the total cores, with two decimals: `3.5/4`."""
    return f"{_decimal((used + 5) // 10, 2)}/{_decimal((whole + 5) // 10, 2)}"


def memory_of(used: int, whole: int) -> str:
    """The used and the total memory in the unit of the total, with one decimal: `4.5/8 Gi`."""
    unit, size = next((entry for entry in _UNITS if whole >= entry[1]), _UNITS[-1])
    used_text, whole_text = (_decimal((20 * amount + size) // (2 * size), 1) for amount in (used, whole))
    return f"{used_text}/{whole_text} {unit}"


def share_of(used: int, whole: int) -> int | None:
    """The used part in whole percent, rounded down, so that 100 means full; None of nothing."""
    return 100 * used // whole if whole else None


def _decimal(number: int, digits: int) -> str:
    """`number` / 10^`digits` as a decimal number without trailing zeros."""
    whole, rest = divmod(number, 10**digits)
    after = f"{rest:0{digits}d}".rstrip("0")
    return f"{whole}.{after}" if after else str(whole)
