"""What the board shows of a node under pressure: signals and thresholds, the ranking of the pods, and the
victims.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.board.object_views.views import View
from scheduler_core.board.pressure.pressure_bar import (
    Line,
    Place,
    bar_view,
)
from scheduler_core.board.pressure.ranking_rows import Shown, continuation, rows_view
from scheduler_core.kubelet.eviction.messages import reclaiming
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.eviction.ranking import Ranked, rank
from scheduler_core.kubelet.eviction.signals import MEMORY_AVAILABLE, RESOURCES, Measurement, Observation
from scheduler_core.kubelet.eviction.thresholds import Threshold, eviction_order
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects import Node
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds

_NANO = 1_000_000_000
MOST_TURNS = 60
"""The largest number of changes of the slope that a course contains."""
STEPS = ("measure", "thresholds", "reclaim", "rank", "evict", "wait")


def shows_pressure(host: NodeActor, node: Node | None) -> bool:
    """Whether the node's usage is described and its kubelet measures it."""
    return node is not None and host.kubelet is not None and host.managers.measures


def pressure_view(
    host: NodeActor, node: Node | None, now_ms: int, earlier: Sequence[View] = ()
) -> View | None:
    """The pressure of a node whose usage is described and whose kubelet measures it; None for any
    other node. `earlier` are the rows of pods that earlier passes evicted.
    """
    if node is None or host.kubelet is None or not shows_pressure(host, node):
        return None
    pressure = host.managers.pressure
    meter = host.managers.meter(host.kubelet, node, host.cache)
    measured = meter.measurement(now_ms)
    config = pressure.of_layout(meter)
    thresholds = [threshold for threshold in config.thresholds if threshold.signal in measured]
    lines = [_line(threshold, measured[threshold.signal], pressure) for threshold in thresholds]
    system = {resource: curve.at(now_ms) for resource, curve in meter.system.items()}
    places = _places(host, pressure, _ranked(pressure, meter, measured, now_ms))
    steps = _steps(pressure)
    signal = _shown_signal(pressure, lines)
    shown = None if signal is None else _shown(signal, lines)
    return {
        "node": host.node,
        "pressed": bool(pressure.conditions or "now" in steps.values())
        or any(line.state != "ok" for line in lines),
        "capacity": {signal: observation.capacity for signal, observation in measured.items()},
        "system": system,
        "signals": [
            _signal(line, pressure.state.first_seen.get(threshold), course(meter, line.signal, now_ms))
            for line, threshold in zip(lines, thresholds, strict=True)
        ],
        "bar": None if signal is None else bar_view(signal, lines, system, places),
        "event": None if signal is None else reclaiming(RESOURCES[signal]),
        "conditions": list(pressure.conditions),
        "pass": pressure.state.passes,
        "passAt": optional_seconds(pressure.last_ms if pressure.last_ms >= 0 else None),
        "steps": [{"step": step, "state": state} for step, state in steps.items()],
        "ranking": rows_view(shown, places, pressure.state.passes, earlier),
        "goesOn": continuation(shown, lines),
    }


def _shown_signal(pressure: NodePressure, lines: Sequence[Line]) -> str | None:
    """The signal shown in full: of the crossed ones the first to be served, else memory, else the first with
    a threshold."""
    signals = [line.signal for line in lines]
    crossed = sorted(pressure.state.first_seen, key=eviction_order)
    order = [*(threshold.signal for threshold in crossed), MEMORY_AVAILABLE, *signals]
    return next((signal for signal in order if signal in signals), None)


def _shown(signal: str, lines: Sequence[Line]) -> Shown:
    of_signal = [line for line in lines if line.signal == signal]
    target = next((line.target for line in of_signal if line.target and line.state == "active"), None)
    return Shown(signal, of_signal[0].available, target)


def _line(threshold: Threshold, observation: Observation, pressure: NodePressure) -> Line:
    reclaim = threshold.min_reclaim
    state = "active" if threshold in pressure.state.active else "ok"
    if threshold in pressure.state.pending:
        state = "pending"
    return Line(
        threshold.signal,
        observation.available,
        observation.capacity,
        threshold.value.of(observation.capacity).nano // _NANO,
        not threshold.hard,
        threshold.grace_ms,
        None if reclaim is None else reclaim.of(observation.capacity).nano // _NANO,
        state,
    )


def _signal(line: Line, since_ms: int | None, ahead: list[Json]) -> Json:
    return {
        "signal": line.signal,
        "available": line.available,
        "capacity": line.capacity,
        "threshold": line.threshold,
        "soft": line.soft,
        "graceSeconds": seconds(line.grace_ms),
        "since": optional_seconds(since_ms),
        "minReclaim": line.min_reclaim,
        "state": line.state,
        "course": ahead,
    }


def course(meter: Meter, signal: str, now_ms: int) -> list[Json]:
    """How much of a signal is available from now on while nothing else happens: points `[second, amount]` of
    a line that is straight between them and level after the last. Each turn has a point just before it, since
    usage may jump there."""
    points: list[Json] = []
    for turn in meter.turns_after(now_ms)[:MOST_TURNS]:
        for at_ms in (turn - 1, turn):
            observation = meter.measurement(at_ms).get(signal)
            if observation is not None:
                points.append([seconds(at_ms), observation.available])
    return points


def _steps(pressure: NodePressure) -> dict[str, str]:
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
    return states


def _ranked(pressure: NodePressure, meter: Meter, measured: Measurement, now_ms: int) -> tuple[Ranked, ...]:
    """The ranking of the last pass while its victim terminates; at any other time that of a pass now."""
    last = pressure.last
    if last is not None and last.ranking and (pressure.waiting is not None or pressure.rescan_ms is not None):
        return last.ranking
    crossed = sorted(pressure.state.first_seen, key=eviction_order)
    first = next((signal for signal in RESOURCES if signal in measured), None)
    signal = crossed[0].signal if crossed else first
    if signal is None:
        return ()
    return rank(signal, meter.candidates(now_ms), pressure.of_layout(meter))


def _places(host: NodeActor, pressure: NodePressure, ranking: Sequence[Ranked]) -> list[Place]:
    last = pressure.last
    victims = set() if last is None else {victim.pod.uid for victim in last.victims}
    following = next(
        (
            ranked.candidate.pod.uid
            for ranked in ranking
            if pressure.state.first_seen and not ranked.critical and ranked.candidate.pod.uid not in victims
        ),
        "",
    )
    places: list[Place] = []
    for ranked in ranking:
        uid = ranked.candidate.pod.uid
        state = "critical" if ranked.critical else ""
        if uid in victims:
            state = "evicting" if uid in host.running() else "evicted"
        elif uid == following:
            state = "next"
        places.append(Place(ranked, state))
    return places
