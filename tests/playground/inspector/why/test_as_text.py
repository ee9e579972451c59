"""The Why of a pod as plain text."""

from __future__ import annotations

from pathlib import Path

from playground.commandline import arguments
from playground.inspector.why import as_text

SCENARIOS = Path("playground/gallery/scenarios")


def lines(slug: str, step: int, pod: str) -> list[str]:
    scenario = arguments.scenario_of(
        {"files": [], "filename": [str(SCENARIOS / f"{slug}.yaml")], "seed": None}
    )
    recording = arguments.recording_of(scenario)
    recording.advance(0, "quiet", limit=step)
    value = recording.ask("why", step, pod=pod)
    assert value is not None
    advice: list[dict[str, object]] = list(recording.ask("advice", step, pod=pod) or [])  # type: ignore[arg-type]
    return list(as_text.lines(pod, value, advice))


def test_a_missing_label_is_named_once() -> None:
    (row,) = [each for each in lines("missing-label", 2, "default/mypod") if each.startswith("  node1 ")]

    assert "; the node has no label zone; " in row
