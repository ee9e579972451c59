"""The limits of the core. The playground has its own limits for requests and sockets."""

from __future__ import annotations

OBJECTS = 100_000
SCENARIO_INPUTS = 1_000
NODES_IN_A_DECISION = 200
EVENTS_IN_VAIN = 20
"""The number of events without effect on a waiting pod that one answer to `why` lists."""
DECISIONS_IN_A_SNAPSHOT = 50
SPANS_KEPT = 400
