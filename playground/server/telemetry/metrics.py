"""Metrics of a server process for Prometheus. They are public only when a setting says so (`PODIUM_METRICS`).

Labels are kinds named in the code, never a run, a visitor, an address or a text. Values that have to be
looked up are looked up at each request: other apps add such gauges with `look`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

log = logging.getLogger("playground.server")

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

#: Upper bounds (s). The goals for steps (0.25 s) and pages (0.5 s) are among them.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

requests = Counter(
    "podium_http_requests",
    "HTTP requests that were answered.",
    ("view", "method", "status"),
    registry=REGISTRY,
)
request_seconds = Histogram(
    "podium_http_request_seconds",
    "Seconds from a request to the beginning of its answer.",
    ("view",),
    buckets=SECONDS,
    registry=REGISTRY,
)
socket_closes = Counter(
    "podium_socket_closes", "Sockets that ended, by close code.", ("kind", "code"), registry=REGISTRY
)
commands = Histogram(
    "podium_command_seconds",
    "Seconds from a message on a socket to the end of its answer; a step is command=step.",
    ("command",),
    buckets=SECONDS,
    registry=REGISTRY,
)
refusals = Counter(
    "podium_refusals", "Messages on sockets that were refused, by error code.", ("code",), registry=REGISTRY
)
imports_ended = Counter(
    "podium_imports_ended", "Imports that ended, by outcome.", ("outcome",), registry=REGISTRY
)

open_sockets: dict[str, int] = {"run": 0, "room": 0, "other": 0}

Samples = Mapping[str, float]
"""Value of a label → number; with the label "" a single number."""


class Looks(Collector):
    """Gauges whose values are looked up at each request for the metrics."""

    def __init__(self) -> None:
        self.looks: dict[str, tuple[str, str, Callable[[], Samples]]] = {}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, (text, label, find) in sorted(self.looks.items()):
            family = GaugeMetricFamily(name, text, labels=[label] if label else [])
            try:
                samples = find()
            except Exception:  # a metric that cannot be looked up must not hide the others
                log.exception("the metric %s could not be looked up", name)
                continue
            for value, number in samples.items():
                family.add_metric([value] if label else [], number)
            yield family

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return ()


_looks = Looks()
REGISTRY.register(_looks)


def look(name: str, text: str, find: Callable[[], Samples], label: str = "") -> None:
    """Adds a gauge. `find` returns its values by the values of `label`, or {"": number}."""
    _looks.looks[name] = (text, label, find)


look("podium_sockets", "Sockets that are open here, by kind.", lambda: dict(open_sockets), "kind")


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
