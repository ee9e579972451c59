"""The storm, many seeds and a long run do what their figures are about."""

from __future__ import annotations

import pytest

from scheduler_core.bench import storm as module
from scheduler_core.bench.storm import (
    Long,
    acts_of_seed,
    followed,
    headless,
    long_run,
    many_seeds,
    print_storm,
    small,
    storm,
)


def test_the_storm_plays_as_much_with_a_follower_as_alone() -> None:
    scenario = storm(nodes=5, pods=10)
    alone, message = headless(scenario, 16), followed(scenario, 16)

    assert alone.acts == message.acts > 60
    assert 0 == alone.sent < message.deflated < message.sent
    assert alone.virtual_s == message.virtual_s == 16
    assert alone.virtual_per_cpu == 16 / alone.cpu_s


def test_seeds_differ_in_their_choices_and_each_has_its_acts() -> None:
    assert 60 == acts_of_seed(small(), 1, 60)
    assert many_seeds(seeds=3, acts=10, workers=1) > 0


def test_a_run_that_is_shorter_than_it_should_be_is_no_figure() -> None:
    with pytest.raises(ValueError, match="is shorter than 100000"):
        acts_of_seed(small(), 1, 100_000)


def test_a_long_run_is_played_sought_and_resumed_in_bounded_memory() -> None:
    result = long_run(60)

    assert 60 == result.acts
    assert 0 < result.fresh <= result.megabytes


def test_the_figures_are_printed_with_their_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "many_seeds", lambda _seeds, _acts: 2.04)
    monkeypatch.setattr(module, "long_run", lambda acts: Long(acts, 8.0, 1.04, 0.5, 90.0, 40.0))

    print_storm(nodes=2, pods=2, lasts_s=2)
    module.print_many(seeds=2, acts=10)
    module.print_long(acts=50)
    alone, message, sent, many, long = capsys.readouterr().out.splitlines()

    assert "nobody looks" in alone
    assert "(aim 16)" in alone
    assert "one follower" in message
    assert sent.endswith("aim 60")
    assert "2 seeds of 10 acts in two processes: 2.0 s, aim 3" == many
    assert long.startswith("a run of 50 acts: played in 8 s, a step in its middle sought in 1.0 s")
