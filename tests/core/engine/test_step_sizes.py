"""Sizes of steps, forward and back, over a short run whose frames are written down here."""

from __future__ import annotations

import pytest

from scheduler_core.engine.step_sizes import StepSizes

FRAMES = [
    ("you", "you", "input-apply", 0),
    ("scheduler", "kube-scheduler", "schedule", 0),
    ("scheduler", "kube-scheduler", "bind", 0),
    ("scheduler", "kube-scheduler", "schedule", 0),
    ("kubelet", "kubelet n1", "start", 1),
    ("kubelet", "kubelet n1", "ready", 2),
    ("you", "kubectl drain n1", "input-drain", 5),
    ("kubelet", "kubelet n1", "sigterm", 5),
    ("kubelet", "kubelet n2", "start", 5),
]


@pytest.fixture
def sizes() -> StepSizes:
    noted = StepSizes()
    for actor, who, kind, t in FRAMES:
        noted.note(actor, who, kind, t)
    return noted


def forward(sizes: StepSizes, from_seq: int, size: str) -> int:
    """The step at which a step forward ends."""
    to = from_seq
    while to < len(FRAMES) and sizes.continues(from_seq, to, size):  # type: ignore[arg-type]
        to += 1
    return to


@pytest.mark.parametrize(
    ("size", "landings"),
    [
        ("act", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("cycle", [0, 1, 1, 3, 4, 5, 6, 7, 8]),
        ("event", [0, 0, 0, 0, 4, 5, 6, 6, 6]),
        ("quiet", [0, 0, 0, 0, 0, 0, 6, 6, 6]),
    ],
)
def test_a_step_back_lands_before_everything_that_its_size_holds(
    sizes: StepSizes, size: str, landings: list[int]
) -> None:
    results = [sizes.back(seq)[size] for seq in range(1, len(FRAMES) + 1)]

    assert landings == results


@pytest.mark.parametrize(
    ("size", "ends"),
    [
        ("act", [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]),
        ("cycle", [1, 3, 3, 4, 5, 6, 7, 8, 9, 9]),
        ("event", [5, 5, 5, 5, 5, 6, 7, 9, 9, 9]),
    ],
)
def test_a_step_forward_ends_before_the_next_turn_or_with_the_next_instant(
    sizes: StepSizes, size: str, ends: list[int]
) -> None:
    results = [forward(sizes, seq, size) for seq in range(len(FRAMES) + 1)]

    assert ends == results


def test_a_step_back_by_a_cycle_undoes_a_step_forward_by_a_cycle(sizes: StepSizes) -> None:
    begins = [0]
    while begins[-1] < len(FRAMES):
        begins.append(forward(sizes, begins[-1], "cycle"))
    undone = [sizes.back(seq)["cycle"] for seq in begins[1:]]

    assert begins[:-1] == undone


def test_frames_that_were_forgotten_no_longer_count(sizes: StepSizes) -> None:
    sizes.forget_after(2)
    sizes.note("you", "you", "input-cordon", 0)
    sizes.note("scheduler", "kube-scheduler", "bind", 0)

    assert {"act": 3, "cycle": 3, "event": 0, "quiet": 2} == sizes.back(4)
