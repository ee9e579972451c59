"""What many plugins share: scores are stretched so that the best is 100, or turned round."""

import pytest

from scheduler_core.scheduler.framework.scores import default_normalize


@pytest.mark.parametrize(
    ("raw", "forward", "reverse"),
    [
        ([1, 2, 3, 4], [25, 50, 75, 100], [75, 50, 25, 0]),
        ([1000, 10, 20, 30], [100, 1, 2, 3], [0, 99, 98, 97]),
        ([1, 1, 1, 1], [100, 100, 100, 100], [0, 0, 0, 0]),
        ([1000, 1, 1, 1], [100, 0, 0, 0], [0, 100, 100, 100]),
        ([0, 1, 1, 1], [0, 100, 100, 100], [100, 0, 0, 0]),
        ([0, 0], [0, 0], [100, 100]),
    ],
)
def test_scores_relative_to_the_highest(raw: list[int], forward: list[int], reverse: list[int]) -> None:
    assert default_normalize(raw, reverse=False) == forward
    assert default_normalize(raw, reverse=True) == reverse
