"""The benchmark runs every workload and places (or preempts for) every pod."""

import gc

import pytest

from scheduler_core.bench import __main__ as command
from scheduler_core.bench.busy import busy, idle_hour, settled
from scheduler_core.bench.workloads import Manner, run
from scheduler_core.objects.releases.releases import release


@pytest.fixture(autouse=True)
def garbage_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench collects garbage before it measures: here that of all tests of the process, each time."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


@pytest.mark.parametrize("manner", list(Manner))
@pytest.mark.parametrize("kind", ["a", "b", "c", "d"])
def test_each_workload_places_all_its_pods_in_each_manner(kind: str, manner: Manner) -> None:
    result = run(kind, 10, 12, manner=manner, release=release("1.36"))

    assert 12 == len(result.cycles)
    assert result.pods_per_second > 0
    assert result.percentile(0.5) <= result.percentile(0.99)


def test_the_command_prints_a_ratio_to_the_published_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "calibrate", lambda: 0.62)

    code = command.main(["--kinds", "a", "--nodes", "10", "--pods", "5", "--cells-only"])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert [
        "pods: same shape",
        "pods: each its own",
        "pods: with trace",
    ] == [line for line in lines if line.startswith("pods: ")]
    rows = [line.split() for line in lines if line.startswith("a ")]
    assert [["a", "10", "5"]] * 3 == [row[:3] for row in rows]
    assert [["7150", "7150"]] * 3 == [row[6:8] for row in rows]


def test_the_command_refuses_a_release_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--release", "1.99"])

    assert "'1.99' is no release that podium knows" in capsys.readouterr().err


def test_two_calibrations_that_differ_are_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter((0.5, 0.7))
    monkeypatch.setattr(command, "calibrate", lambda: next(times))

    command.main(["--kinds", "a", "--nodes", "10", "--pods", "5", "--runs", "1", "--cells-only"])

    assert "does not count" in capsys.readouterr().out


def test_growth_weight_and_building_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "calibrate", lambda: 0.62)
    monkeypatch.setattr(command, "GROWTH_NODES", (10, 20))
    monkeypatch.setattr(command, "GROWTH_PODS", 10)
    monkeypatch.setattr(command, "WEIGHED_NODES", 20)
    monkeypatch.setattr(command, "BUILT_NODES", 20)
    monkeypatch.setattr(command, "settled", lambda: settled(nodes=5, pods=10))

    command.main(["--kinds", "ab", "--nodes", "10", "--pods", "5", "--runs", "1"])

    *_, growth, a, b, memory, building, lively, sent, hour, cut = capsys.readouterr().out.splitlines()
    assert growth.startswith("growth from 10 to 20 nodes")
    assert ("a", "b") == (a.split()[0], b.split()[0])
    assert memory.startswith("memory of 20 nodes with 10 pods each")
    assert building.startswith("building a cluster of 20 nodes and 200 pods")
    assert "acts/s" in lively
    assert sent.startswith("sent at 16x")
    assert "idle" in hour
    assert "one node cut off" in cut


def test_a_busy_cluster_sends_what_it_does_and_an_idle_one_does_nothing() -> None:
    start = settled(nodes=5, pods=10)
    result = busy(start, 60)

    assert 60 == result.acts
    assert 0 < result.deflated < result.sent
    assert 0 == idle_hour(start)[0]
    assert 0 < idle_hour(start, cut=True)[0] < 100
