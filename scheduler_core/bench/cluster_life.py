"""`python -m scheduler_core.bench.cluster_life`: what a whole cluster costs, busy and idle.

Busy: 100 nodes and 1 000 pods in a rolling update while ten nodes run out of memory. Idle: 100 nodes for an
hour of virtual time.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time
from typing import Any

from scheduler_core.apiserver.manifests import SourceDocument
from scheduler_core.simulation.recording import Recording
from scheduler_core.simulation.scenario import Scenario, parse_scenario
from scheduler_core.simulation.state import World

NODES, PODS, PRESSED = 100, 1_000, 10
ROLLS_AT_MS = 200_000
HOUR_S = 3_600
SPEED = 16
"""How fast a board plays an idle cluster: virtual seconds a second."""


def node(number: int, *, pressed: bool) -> dict[str, Any]:
    """A node of 16 cpu and 64 Gi; a pressed one's system uses all but 50 Mi from second 205 on."""
    metadata: dict[str, Any] = {"name": f"n{number:03}"}
    if pressed:
        metadata["annotations"] = {"podium/system-memory": "0:1Gi,204:1Gi,205:65486Mi"}
    capacity = {"cpu": "16", "memory": "64Gi", "pods": "110"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "status": {"capacity": capacity}}


def deployment(image: str) -> dict[str, Any]:
    container = {"name": "app", "image": image, "resources": {"requests": {"cpu": "100m", "memory": "50Mi"}}}
    template = {
        "metadata": {"labels": {"app": "web"}},
        "spec": {"terminationGracePeriodSeconds": 5, "containers": [container]},
    }
    selector = {"matchLabels": {"app": "web"}}
    spec = {"replicas": PODS, "selector": selector, "template": template}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec}


def busy_scenario() -> Scenario:
    rolls = {"at": ROLLS_AT_MS // 1000, "kind": "apply", "documents": [deployment("app:2")]}
    return _scenario(
        {"inputs": [rolls]},
        [node(number, pressed=number < PRESSED) for number in range(NODES)] + [deployment("app:1")],
    )


def idle_scenario() -> Scenario:
    return _scenario({}, [node(number, pressed=False) for number in range(NODES)])


def _scenario(spec: dict[str, Any], objects: list[dict[str, Any]]) -> Scenario:
    header = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "bench"}, "spec": spec}
    parsed = parse_scenario([SourceDocument(index, each) for index, each in enumerate([header, *objects])])
    if parsed.scenario is None:
        raise ValueError(f"the bench's own scenario is wrong: {parsed.problems}")
    return parsed.scenario


def busy_acts_per_second(acts: int = 5_000) -> tuple[int, float]:
    """How many acts were played from the update on, and how many a second of processor time."""
    world = World(busy_scenario())
    while (at := world.next_time_ms()) is not None and at < ROLLS_AT_MS:
        world.step(told=False)
    played, started = 0, process_time()
    while played < acts and world.step(told=False) is not None:
        played += 1
    return played, played / (process_time() - started)


def idle_hour() -> tuple[float, int, int]:
    """Seconds it takes to play an idle hour, its frames, and their bytes."""
    recording = Recording(idle_scenario())
    started = perf_counter()
    last = recording.advance(0, "time", until=HOUR_S, limit=100_000)
    spent = perf_counter() - started
    return spent, last, sum(len(recording.encoded_frame(seq)) for seq in range(1, last + 1))


def main() -> int:
    played, rate = busy_acts_per_second()
    print(
        f"{NODES} nodes, {PODS} pods, rolling update under memory pressure: {rate:.0f} acts/s ({played} acts)"
    )
    spent, frames, size = idle_hour()
    real = HOUR_S / SPEED
    print(
        f"{NODES} idle nodes for an hour: {spent:.3f} s; at {SPEED}x "
        f"{frames / real:.2f} frames/s, {size / real:.0f} bytes/s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
