"""Probes: when the kubelet asks, and when an answer changes the result.

Source: pkg/kubelet/prober/worker.go and prober.go, defaults of core/v1 (v1.34). Probes are asked every
`periodSeconds` from `initialDelaySeconds` after the container's start. Upstream's ticks keep the phase at
which the kubelet first saw the pod; here they count from the container's start, so that the numbers of a
manifest are those on the clock.

Ticks are not simulated one by one: the answers of an application are known in advance (`Answers`), so
`next_report` computes the next tick that changes something or records an Event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.objects.manifest import Json, find, integer, mapping, text
from scheduler_core.objects.replacing import replace

FAILED = "%(probe)s probe failed: %(error)s"
SINGLE_FAILURE_EVENTS = 3
"""This many failures in a row are recorded one by one; later ones are recorded with the next change."""


class ProbeKind(StrEnum):
    """The kinds of probes, with the words at the beginning of their Events."""

    STARTUP = "Startup"
    LIVENESS = "Liveness"
    READINESS = "Readiness"


FIELDS = {
    ProbeKind.STARTUP: "startupProbe",
    ProbeKind.LIVENESS: "livenessProbe",
    ProbeKind.READINESS: "readinessProbe",
}


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe of a container. Times are in milliseconds; `grace_s` is its own terminationGracePeriodSeconds.

    `refusal` and `silence` are the kubelet's texts when the application answers no, or does not answer in
    time.
    """

    kind: ProbeKind
    initial_delay_ms: int = 0
    period_ms: int = 10_000
    timeout_ms: int = 1_000
    success_threshold: int = 1
    failure_threshold: int = 3
    grace_s: int | None = None
    refusal: str = ""
    silence: str = ""
    makes_events: bool = True
    """False for a probe that is not in the manifest: its failures make no Events."""

    def failure(self, *, timed_out: bool) -> str:
        """The message of the Unhealthy event."""
        return FAILED % {"probe": self.kind, "error": self.silence if timed_out else self.refusal}


def probe_of(container: Json, kind: ProbeKind) -> Probe | None:
    """The probe of a container's manifest; missing numbers and zeros have the API server's defaults."""
    value = mapping(find(container, FIELDS[kind]))
    if not value:
        return None
    refusal, silence = _outputs(value)
    return Probe(
        kind,
        max(integer(value.get("initialDelaySeconds")) or 0, 0) * 1000,
        _at_least_one(value.get("periodSeconds"), 10) * 1000,
        _at_least_one(value.get("timeoutSeconds"), 1) * 1000,
        _at_least_one(value.get("successThreshold"), 1),
        _at_least_one(value.get("failureThreshold"), 3),
        None if kind is ProbeKind.READINESS else integer(value.get("terminationGracePeriodSeconds")),
        refusal,
        silence,
    )


def _at_least_one(value: Json, default: int) -> int:
    number = integer(value)
    return number if number is not None and number > 0 else default


def _outputs(value: Json) -> tuple[str, str]:
    """The texts for a refusal and for a missing answer, without addresses, which pods do not have here."""
    http = find(value, "httpGet")
    if http is not None:
        scheme = text(find(http, "scheme")) or "HTTP"
        path = text(find(http, "path")) or "/"
        url = f"{scheme.lower()}://:{_port(find(http, 'port'))}{path if path.startswith('/') else '/' + path}"
        deadline = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
        return "HTTP probe failed with statuscode: 503", f'Get "{url}": {deadline}'
    tcp = find(value, "tcpSocket")
    if tcp is not None:
        port = _port(find(tcp, "port"))
        return f"dial tcp :{port}: connect: connection refused", f"dial tcp :{port}: i/o timeout"
    if find(value, "grpc") is not None:
        late = "timeout: failed to connect service within 1s: context deadline exceeded"
        return 'service unhealthy (responded with "NOT_SERVING")', late
    seconds = _at_least_one(find(value, "timeoutSeconds"), 1)
    return "", f"command timed out after {seconds}s"


def _port(value: Json) -> str:
    return str(value) if isinstance(value, (int, str)) else ""


Answers = Sequence[tuple[int, bool]]
"""The answers of an application: pairs of a time and the answer from then on, by rising time. The first entry
also holds before its time."""


@dataclass(frozen=True, slots=True)
class Probing:
    """The state of one probe of one container.

    `next_ms` is the next tick. `result` is the current result, None before the first one. `last` is the last
    answer, which came `row` times in a row. `unrecorded` is the number of failures without an Event so far.
    """

    next_ms: int
    result: bool | None = None
    last: bool | None = None
    row: int = 0
    unrecorded: int = 0


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """A tick that changes something or records Events. `probing` is the state after it, `failed` is the
    number of failures to record now, and `turned` means that the result changed.
    """

    at_ms: int
    probing: Probing
    failed: int
    turned: bool


def first_tick(probe: Probe, started_ms: int, enabled_ms: int, *, at_once: bool) -> int:
    """The first tick of a container started at `started_ms` whose probe runs from `enabled_ms` on.

    A probe that waited for the startup probe runs at its own next tick. The readiness probe (`at_once`) also
    runs when the wait ends, because every new status of an unready container triggers it.
    """
    first = started_ms + probe.initial_delay_ms
    if enabled_ms <= started_ms or enabled_ms < first:
        return first
    if at_once:
        return enabled_ms
    return first + ((enabled_ms - first) // probe.period_ms + 1) * probe.period_ms


def next_report(probe: Probe, probing: Probing, answers: Answers) -> ProbeReport | None:
    """The next tick that changes something or records events; None when no tick ever will."""
    at, result, last, row, unrecorded = (
        probing.next_ms,
        probing.result,
        probing.last,
        probing.row,
        probing.unrecorded,
    )
    for index, (_, answer) in enumerate(answers):
        end = answers[index + 1][0] if index + 1 < len(answers) else None
        if end is not None and end <= at:
            continue
        if last is not answer:
            row = 0
        ticks = _ticks_until_report(probe, row, result, answer)
        ticks_left = None if end is None else (end - at - 1) // probe.period_ms + 1
        if ticks is None or (ticks_left is not None and ticks > ticks_left):
            if ticks_left is None:
                return None
            at, last, row = at + ticks_left * probe.period_ms, answer, row + ticks_left
            unrecorded += 0 if answer else ticks_left
            continue
        row += ticks
        unrecorded += 0 if answer else ticks
        at += (ticks - 1) * probe.period_ms
        threshold = probe.success_threshold if answer else probe.failure_threshold
        after_result = answer if row >= threshold else result
        after = Probing(at + probe.period_ms, after_result, answer, row)
        return ProbeReport(at, after, unrecorded if probe.makes_events else 0, after_result is not result)
    return None


def _ticks_until_report(probe: Probe, row: int, result: bool | None, answer: bool) -> int | None:
    """The ticks with `answer` until one changes the result or makes an Event; None when none ever will."""
    if answer:
        return None if result is True else max(probe.success_threshold - row, 1)
    if row >= probe.failure_threshold:
        return None if result is False else 1
    if probe.makes_events and row < SINGLE_FAILURE_EVENTS:
        return 1
    if result is False and not probe.makes_events:
        return None
    return probe.failure_threshold - row


def silent(probing: Probing, probe: Probe, now_ms: int) -> Probing:
    """The state after a time without a kubelet: the ticks keep their phase, and consecutive results are
    counted anew.
    """
    missed = max(0, -((probing.next_ms - now_ms) // probe.period_ms))
    next_ms = probing.next_ms + missed * probe.period_ms
    return replace(probing, next_ms=next_ms, last=None, row=0, unrecorded=0)
