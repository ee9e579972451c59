"""A recorded case on the board: the run decides about its pod as the original did."""

import gzip
import json
from pathlib import Path
from typing import Any, cast

import pytest

from scheduler_core import Run, SourceDocument, case_scenarios, parse_scenario
from scheduler_core.parity.case_documents import find_case

DATA = Path(__file__).parent / "data"
CASES_OF_A_THEME = 12
# A run has no volumes, and pods that wait beside the judged one take part in it.
THEMES = ("taints", "node-affinity", "resources", "spread-hard", "spread-soft", "pod-affinity", "preemption")


def cases(theme: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(case, verdict about its first pod) of the first cases where only that pod waits."""
    results = []
    with gzip.open(DATA / f"{theme}.decide.jsonl.gz", "rt") as lines:
        for line in lines:
            entry = json.loads(line)
            case, verdict = entry["case"], entry["verdict"]["pods"][0]
            alone = all(pod["spec"].get("nodeName") for pod in case["pods"])
            owned = any(case.get(kind) for kind in ("replicasets", "statefulsets", "replicationcontrollers"))
            if alone and not owned and "prefilter" in verdict:
                results.append((case, verdict))
            if len(results) == CASES_OF_A_THEME:
                break
    return results


@pytest.mark.parametrize("theme", THEMES)
def test_the_run_of_a_case_decides_as_the_original_did(theme: str) -> None:
    wrong = []
    for case, verdict in cases(theme):
        opened = case_scenarios(case)[0]
        parsed = parse_scenario([SourceDocument(i, value) for i, value in enumerate(opened.documents)])
        assert parsed.scenario is not None, (case["id"], parsed.problems)
        recording = Run(parsed.scenario)
        frames = recording.step(0, "quiet", limit=60)
        outlines = [(frame["seq"], cast(Any, frame["decision"])) for frame in frames if "decision" in frame]
        seq = next(seq for seq, outline in outlines if outline["pod"] == opened.pod)
        first = cast(Any, recording.decision(cast(int, seq)))
        got = {name: node.get("plugin") for name, node in first["nodes"].items() if node["code"] != "Success"}
        nodes = verdict.get("nodes", {})
        expected = {name: node.get("plugin") for name, node in nodes.items() if node["code"] != "Success"}
        # The original judged every node; a run tries the nominated one first and stops there.
        if got != expected and not verdict.get("nominated_node_used"):
            wrong.append((case["id"], got, expected))

    assert [] == wrong


def test_a_case_is_found_by_its_id_and_other_files_are_refused() -> None:
    file = str(DATA / "taints.decide.jsonl.gz")
    case, _ = cases("taints")[0]

    assert find_case(file, case["id"]) == case
    assert find_case(file, "nobody") is None
    with pytest.raises(ValueError, match="hints"):
        find_case(str(DATA / "hints.json.gz"), "x")
