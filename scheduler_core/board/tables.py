"""The tables of a snapshot (docs/protocol.md): kind of view → its table; and the kinds of which there is one
view.

static/js/net/frames.js has the same names; tests/house holds them equal.
"""

from __future__ import annotations

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "node": "nodes",
    "pod": "pods",
    "span": "spans",
    "class": "classes",
    "group": "groups",
    "workload": "workloads",
    "service": "services",
    "volume": "volumes",
    "claim": "claims",
    "disk": "disks",
    "process": "processes",
    "identity": "identities",
    "timer": "timers",
    "pressure": "pressures",
    "drain": "drains",
    "truth": "truths",
    "stuck": "stuck",
    "tally": "tallies",
}
SINGLE = ("scheduler", "network", "safety", "trouble")
