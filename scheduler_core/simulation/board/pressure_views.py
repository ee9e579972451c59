"""What the board shows of a node under pressure: signals against thresholds, the ranking, and its victims."""

from __future__ import annotations

from scheduler_core.actor import Message, message
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.eviction.ranking import Ranked, rank
from scheduler_core.kubelet.eviction.signals import RESOURCES, Measurement, Observation
from scheduler_core.kubelet.eviction.thresholds import Threshold, eviction_order
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects import Node
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.priority import priority_band
from scheduler_core.simulation.board.views import View, optional_seconds, seconds

_NANO = 1_000_000_000
STEPS = ("measure", "thresholds", "reclaim", "rank", "evict", "wait")


def pressure_view(host: NodeActor, node: Node | None, now_ms: int) -> View | None:
    """None: nobody says what is used on this node, or no kubelet measures it."""
    if node is None or host.kubelet is None or not host.managers.measures:
        return None
    pressure = host.managers.pressure
    meter = host.managers.meter(host.kubelet, node, host.cache)
    measured = meter.measurement(now_ms)
    config = pressure.of_layout(meter)
    signals = [
        _signal(threshold, measured[threshold.signal], pressure)
        for threshold in config.thresholds
        if threshold.signal in measured
    ]
    return {
        "node": host.node,
        "capacity": {signal: found.capacity for signal, found in measured.items()},
        "system": {resource: curve.at(now_ms) for resource, curve in meter.system.items()},
        "signals": signals,
        "conditions": list(pressure.conditions),
        "pass": pressure.state.passes,
        "passAt": optional_seconds(pressure.last_ms if pressure.last_ms >= 0 else None),
        "steps": _steps(pressure),
        "ranking": _ranking(host, pressure, meter, measured, now_ms),
        "conditionUntil": optional_seconds(pressure.condition_until_ms()),
    }


def _signal(threshold: Threshold, found: Observation, pressure: NodePressure) -> Json:
    reclaim = threshold.min_reclaim
    state = "active" if threshold in pressure.state.active else "ok"
    if threshold in pressure.state.pending:
        state = "pending"
    since = pressure.state.first_seen.get(threshold)
    return {
        "signal": threshold.signal,
        "available": found.available,
        "capacity": found.capacity,
        "threshold": threshold.value.of(found.capacity).nano // _NANO,
        "soft": not threshold.hard,
        "graceSeconds": seconds(threshold.grace_ms),
        "since": optional_seconds(since),
        "minReclaim": None if reclaim is None else reclaim.of(found.capacity).nano // _NANO,
        "state": state,
    }


def _steps(pressure: NodePressure) -> list[Json]:
    last = pressure.last
    states = dict.fromkeys(STEPS, "to come")
    if last is not None:
        states = dict.fromkeys(STEPS, "skipped")
        states["measure"] = states["thresholds"] = "done"
        for step, done in (
            ("reclaim", last.reclaim_calls),
            ("rank", last.ranking),
            ("evict", last.victims),
        ):
            if done:
                states[step] = "done"
        if pressure.waiting is not None:
            states["wait"] = "now"
        elif last.victims:
            states["wait"] = "done"
    return [{"step": step, "state": state} for step, state in states.items()]


def _ranked(pressure: NodePressure, meter: Meter, measured: Measurement, now_ms: int) -> tuple[Ranked, ...]:
    """As the last pass ranked while its victim dies, else as the next one would."""
    last = pressure.last
    if last is not None and last.ranking and (pressure.waiting is not None or pressure.rescan_ms is not None):
        return last.ranking
    crossed = sorted(pressure.state.first_seen, key=eviction_order)
    first = next((signal for signal in RESOURCES if signal in measured), None)
    signal = crossed[0].signal if crossed else first
    if signal is None:
        return ()
    return rank(signal, meter.candidates(now_ms), pressure.of_layout(meter))


def _ranking(
    host: NodeActor, pressure: NodePressure, meter: Meter, measured: Measurement, now_ms: int
) -> list[Json]:
    last = pressure.last
    victims = set() if last is None else {victim.pod.uid for victim in last.victims}
    ranking = _ranked(pressure, meter, measured, now_ms)
    following = next(
        (
            place.candidate.pod.uid
            for place in ranking
            if pressure.state.first_seen and not place.critical and place.candidate.pod.uid not in victims
        ),
        "",
    )
    found: list[Json] = []
    for place, ranked in enumerate(ranking, 1):
        pod = ranked.candidate.pod
        state = "critical" if ranked.critical else ""
        if pod.uid in victims:
            state = "evicting" if pod.uid in host.running() else "evicted"
        elif pod.uid == following:
            state = "next"
        found.append(
            {
                "rank": place,
                "pod": pod.key,
                "name": pod.name,
                "priority": ranked.priority,
                "band": priority_band(ranked.priority),
                "qos": text(find(pod.manifest, "status", "qosClass")) or pod_qos_class(pod),
                "usage": ranked.usage,
                "request": ranked.request,
                "over": ranked.over,
                "group": "above" if ranked.above else "within",
                "state": state,
                "why": _why(ranked).to_json(),
            }
        )
    return found


def _why(ranked: Ranked) -> Message:
    if ranked.critical:
        return message("rank.critical", pod=ranked.name)
    if not ranked.measured:
        return message("rank.unmeasured", pod=ranked.name)
    said = "rank.above" if ranked.above else "rank.within"
    return message(said, pod=ranked.name, priority=ranked.priority)
