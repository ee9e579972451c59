"""The benchmark runs every workload and places (or preempts for) every pod."""

import pytest

from scheduler_core.bench import __main__ as command
from scheduler_core.bench.workloads import run


@pytest.mark.parametrize("kind", ["a", "b", "c", "d"])
def test_each_workload_places_all_its_pods(kind: str) -> None:
    result = run(kind, 10, 12)

    assert len(result.cycles) == 12
    assert result.pods_per_second > 0
    assert result.percentile(0.5) <= result.percentile(0.99)


def test_the_command_prints_a_ratio_to_the_published_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "calibrate", lambda: 0.62)

    code = command.main(["--kinds", "a", "--nodes", "10", "--pods", "5"])

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[-1].split()[:3] == ["a", "10", "5"]
    assert lines[-1].split()[6:8] == ["7150", "7150"]
