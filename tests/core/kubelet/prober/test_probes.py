"""When the kubelet asks, and when an answer tells or changes something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.kubelet.prober.probes import (
    SINGLE_FAILURE_EVENTS,
    Answers,
    Probe,
    ProbeKind,
    Probing,
    first_tick,
    next_report,
    probe_of,
)

ALWAYS_WELL = ((0, True),)
NEVER_WELL = ((0, False),)


def liveness(**fields: int) -> Probe:
    return Probe(ProbeKind.LIVENESS, **fields)


def told_times(
    probe: Probe, probing: Probing, answers: Answers, most: int = 12
) -> list[tuple[int, int, bool]]:
    """(second, failures told, turned) of what is told, one after the other."""
    results = []
    while most:
        result = next_report(probe, probing, answers)
        if result is None:
            break
        results.append((result.at_ms // 1000, result.failed, result.turned))
        probing, most = result.probing, most - 1
    return results


def test_a_container_that_stays_well_is_never_looked_at() -> None:
    assert None is next_report(liveness(), Probing(0, True), ALWAYS_WELL)


def test_liveness_fails_with_the_third_failure_in_a_row() -> None:
    result = told_times(liveness(), Probing(10_000, True), ((0, True), (25_000, False)))

    assert [(30, 1, False), (40, 1, False), (50, 1, True)] == result


def test_one_success_between_failures_begins_the_row_anew() -> None:
    answers = ((0, False), (15_000, True), (25_000, False))

    assert [(10, 1, False), (30, 1, False), (40, 1, False), (50, 1, True)] == told_times(
        liveness(), Probing(10_000, True), answers
    )


def test_readiness_becomes_true_after_its_success_threshold() -> None:
    probe = Probe(ProbeKind.READINESS, period_ms=5_000, success_threshold=2)

    assert [(5, 0, True)] == told_times(probe, Probing(0, False), ALWAYS_WELL)


def test_only_the_first_failures_are_told_one_by_one_and_the_others_with_the_change() -> None:
    probe = Probe(ProbeKind.STARTUP, period_ms=1_000, failure_threshold=30)

    result = told_times(probe, Probing(0), ((0, False), (20_000, True)))

    assert [(0, 1, False), (1, 1, False), (2, 1, False), (20, 17, True)] == result


def test_a_container_that_is_never_ready_is_told_three_times_and_then_left_alone() -> None:
    probe = Probe(ProbeKind.READINESS)

    assert 3 == len(told_times(probe, Probing(0, False), NEVER_WELL))


def test_missing_numbers_are_the_defaults_of_the_api_server() -> None:
    probe = probe_of({"livenessProbe": {"tcpSocket": {"port": 80}}}, ProbeKind.LIVENESS)

    assert probe is not None
    assert (10_000, 1_000, 1, 3) == (
        probe.period_ms,
        probe.timeout_ms,
        probe.success_threshold,
        probe.failure_threshold,
    )
    assert None is probe_of({}, ProbeKind.LIVENESS)


@pytest.mark.parametrize(
    ("handler", "refused"),
    [
        ({"httpGet": {"port": 80}}, "Liveness probe failed: HTTP probe failed with statuscode: 503"),
        ({"tcpSocket": {"port": 80}}, "Liveness probe failed: dial tcp :80: connect: connection refused"),
        ({"exec": {"command": ["x"]}}, "Liveness probe failed: "),
        ({"grpc": {"port": 9}}, 'Liveness probe failed: service unhealthy (responded with "NOT_SERVING")'),
    ],
)
def test_a_refusal_reads_as_its_handler_prints_it(handler: dict[str, object], refused: str) -> None:
    probe = probe_of({"livenessProbe": handler}, ProbeKind.LIVENESS)  # type: ignore[dict-item]

    assert probe is not None
    assert refused == probe.failure(timed_out=False)


def test_asking_begins_after_the_initial_delay_or_at_the_next_tick_after_the_start() -> None:
    probe = liveness(initial_delay_ms=5_000)

    assert 6_000 == first_tick(probe, 1_000, 1_000, at_once=False)
    assert 36_000 == first_tick(probe, 1_000, 30_000, at_once=False)
    assert 30_000 == first_tick(probe, 1_000, 30_000, at_once=True)


@given(
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from([None, True, False]),
    st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=6),
)
def test_it_tells_what_somebody_who_asks_at_every_tick_would_see(
    failures: int, successes: int, result: bool | None, lengths: list[tuple[int, bool]]
) -> None:
    probe = Probe(
        ProbeKind.READINESS, period_ms=1_000, success_threshold=successes, failure_threshold=failures
    )
    answers, at = [], 0
    for length, answer in lengths:
        answers.append((at, answer))
        at += length * 1_000 - 500

    turns, last, row, held = [], None, 0, result
    failed_ticks = 0
    for tick in range(0, at + 20_000, 1_000):
        answer = [message for begin, message in answers if begin <= tick][-1]
        row, last = (row + 1 if answer is last else 1), answer
        failed_ticks += not answer
        if row >= (successes if answer else failures) and held is not answer:
            held = answer
            turns.append((tick // 1000, answer))

    probing, observed, told_failures = Probing(0, result), [], 0
    while (outcome := next_report(probe, probing, tuple(answers))) is not None:
        assert outcome.at_ms >= probing.next_ms - 1_000
        if outcome.turned:
            observed.append((outcome.at_ms // 1000, outcome.probing.result))
        told_failures += outcome.failed
        probing = outcome.probing

    assert turns == observed
    assert told_failures <= failed_ticks + SINGLE_FAILURE_EVENTS
