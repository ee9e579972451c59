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
    (row,) = [line for line in lines("missing-label", 2, "default/mypod") if line.startswith("  node1 ")]

    assert "; the node has no label zone; " in row


def test_without_nodes_a_pod_is_unschedulable_as_its_condition_says(tmp_path: Path) -> None:
    file = tmp_path / "pod.yaml"
    file.write_text(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: e}]}}"
    )
    scenario = arguments.scenario_of({"files": [], "filename": [str(file)], "seed": None})
    recording = arguments.recording_of(scenario)
    value = recording.ask("why", recording.advance(0, "quiet", limit=9), pod="default/p")
    assert value is not None

    assert "p: Unschedulable" == next(as_text.lines("default/p", value, []))
