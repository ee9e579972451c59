"""Plugins of one's own, as docs/plugins.md says: the example, exactly as it stands there, and bad files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from playground import plugins
from playground.inspector.why import nodes
from playground.texts.manifests import importer, yaml_source
from scheduler_core import OwnPlugin, Run, Scenario, SourceDocument, parse_scenario
from scheduler_core.scheduler.own_plugins.guarded_plugin import POINT_OF_METHOD

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = DOCS / "examples"


def parsed(text: str, loaded: Mapping[str, OwnPlugin]) -> Scenario:
    documents = [
        SourceDocument(document.index, document.value) for document in yaml_source.read(text).documents
    ]
    result = parse_scenario(documents, loaded)
    assert () == result.problems
    assert result.scenario is not None
    return result.scenario


def chosen(recording: Run) -> str:
    frames = recording.step(0, "quiet", limit=100)
    decision = next(frame["decision"] for frame in frames if "decision" in frame)
    assert isinstance(decision, dict)
    return str(decision["node"])


def decided_first(recording: Run, frames: list[Any]) -> dict[str, Any]:
    """The first decision of these frames, as a whole."""
    decision: Any = recording.decision(next(frame["seq"] for frame in frames if "decision" in frame))
    assert decision is not None
    return dict(decision)


def write(folder: Path, source: str) -> Path:
    path = folder / "one.py"
    path.write_text(source, encoding="utf-8")
    return path


def test_the_example_sends_the_pod_to_the_node_with_the_ssd() -> None:
    text = (EXAMPLES / "prefers_ssd.yaml").read_text(encoding="utf-8")
    loaded = plugins.load(EXAMPLES)
    scenario = parsed(text, loaded)
    without = parsed(text.split("---\n", 1)[1], {})

    assert "n2" == chosen(Run(scenario, plugins=loaded))
    assert "n1" == chosen(Run(without))


def test_the_example_is_the_one_in_the_docs_and_has_at_most_thirty_lines() -> None:
    source = (EXAMPLES / "prefers_ssd.py").read_text(encoding="utf-8")

    assert f"```python\n{source}```" in (DOCS / "plugins.md").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 30


def licences() -> tuple[Run, list[dict[str, Any]]]:
    loaded = plugins.load(EXAMPLES)
    recording = Run(parsed((EXAMPLES / "licences.yaml").read_text(encoding="utf-8"), loaded), plugins=loaded)
    frames: list[Any] = recording.step(0, "quiet", limit=200)
    return recording, frames


def test_the_class_of_the_example_is_the_one_in_the_docs() -> None:
    source = (EXAMPLES / "licences.py").read_text(encoding="utf-8")

    assert f"```python\n{source}```" in (DOCS / "plugins.md").read_text(encoding="utf-8")


def test_a_class_of_one_s_own_filters_and_explains() -> None:
    recording, frames = licences()
    first = decided_first(recording, frames)

    assert ["node(s) had no licence left"] == first["nodes"]["n1"]["reasons"]
    assert ["1 licences, used by: low"] == first["nodes"]["n1"]["notes"]
    assert ["0 licences, used by: none"] == first["nodes"]["n2"]["notes"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "note of the plugin"),
        ("id", "catatan plugin"),
        ("uk", "примітка втулка"),
        ("zh-hans", "插件说明"),
    ],
)
def test_the_why_shows_what_a_class_of_one_s_own_explains(code: str, words: str) -> None:
    recording, frames = licences()
    first = decided_first(recording, frames)

    with translation.override(code):
        page = render_to_string("inspector/why/nodes.html", {"rows": nodes.rows(first), "preempts": False})

    assert 2 == page.count(words)
    assert "1 licences, used by: low</div>" in page
    assert "0 licences, used by: none</div>" in page


def test_a_class_of_one_s_own_preempts() -> None:
    _, frames = licences()
    decisions = [frame["decision"] for frame in frames if "decision" in frame]
    preempted = [frame["focus"]["pods"][0] for frame in frames if frame["kind"] == "preempt"]

    assert ("nominated", "n1") == (decisions[0]["result"], decisions[0]["node"])
    assert ["default/low"] == preempted
    assert ("bound", "n1") == (decisions[-1]["result"], decisions[-1]["node"])


def test_a_class_of_one_s_own_reserves_and_writes_before_the_binding() -> None:
    recording, frames = licences()
    described: Any = recording.ask("describe", len(frames), kind="Pod", key="default/high")

    assert "licence: 1" in str(described)


@pytest.mark.parametrize("method", ["filter", "post_filter", "reserve", "pre_bind", "pre_enqueue"])
def test_a_method_that_raises_fails_the_attempt_and_not_the_run(tmp_path: Path, method: str) -> None:
    source = (
        f"class Plugin:\n    def __init__(self, args): pass\n    def {method}(self, *given): return 1 / 0\n"
    )
    refusing = (
        "    def filter(self, *given): return unschedulable('X', 'no')\n" if method == "post_filter" else ""
    )
    imports = "from scheduler_core.scheduler.framework.status import unschedulable\n"
    loaded = plugins.load(write(tmp_path, f'NAME = "X"\n{imports}{source}{refusing}').parent)
    recording = Run(parsed(CLUSTER, loaded), plugins=loaded)

    frames: list[Any] = recording.step(0, "quiet", limit=30)

    result = str([frame for frame in frames if frame["kind"] in ("schedule", "bind")])
    held = f'running {method} of plugin "X": ZeroDivisionError' in result
    assert held != (method == "pre_enqueue")


def test_a_class_that_cannot_be_made_is_refused_with_the_configuration(tmp_path: Path) -> None:
    loaded = plugins.load(
        write(tmp_path, 'NAME = "X"\nclass Plugin:\n    def filter(self, *given): pass\n').parent
    )
    with_args = CLUSTER.replace("profiles: [{", "profiles: [{pluginConfig: [{name: X, args: {}}], ")
    documents = [
        SourceDocument(document.index, document.value) for document in yaml_source.read(with_args).documents
    ]
    problems = parse_scenario(documents, loaded).problems

    assert ["config.refused"] == [problem.code for problem in problems]


def test_the_docs_name_every_function_and_every_method_there_is() -> None:
    functions, methods = (DOCS / "plugins.md").read_text(encoding="utf-8").split("### A class\n")

    assert plugins.FUNCTIONS == tuple(re.findall(r"^\| `(\w+)\(", functions, re.MULTILINE))
    assert set(POINT_OF_METHOD) == set(re.findall(r"^\| `(\w+)\(", methods, re.MULTILINE))


def test_a_run_with_a_plugin_is_the_same_when_it_is_played_again() -> None:
    loaded = plugins.load(EXAMPLES)
    scenario = parsed((EXAMPLES / "prefers_ssd.yaml").read_text(encoding="utf-8"), loaded)
    first, again = (
        Run(scenario, plugins=loaded),
        Run(Scenario.from_canonical(scenario.canonical()), plugins=loaded),
    )
    last = len(first.step(0, "quiet", limit=100))

    assert again.hash(last) == first.hash(last)


def test_without_the_plugin_the_import_is_refused_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "own_plugins", dict)
    result = importer.import_text((EXAMPLES / "prefers_ssd.yaml").read_bytes())

    [score] = result.problems
    assert result.canonical is None
    assert "config.unknown_plugin" == score.code
    assert 'ScorePlugin "PrefersSSD" does not exist' == score.args["text"]
    assert score.position is not None
    assert 6 == score.position.line


def test_with_the_plugin_the_import_keeps_configuration_and_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "own_plugins", lambda: plugins.load(EXAMPLES))
    text = (EXAMPLES / "prefers_ssd.yaml").read_bytes()
    result = importer.import_text(text, play=True, with_source=True)

    assert ("KubeSchedulerConfiguration", "kept") == next((item.kind, item.fate) for item in result.report)
    assert "KubeSchedulerConfiguration" in result.source
    assert "default/p" == result.pod
    assert result.answer_seq > 0


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def score(pod, node, args): return 1\n", "NAME must be the plugin's name"),
        ('NAME = "X"\n', "none of the functions pre_enqueue, pre_filter, filter, score is there"),
        ('NAME = "X"\ndef score(pod\n', "SyntaxError"),
        ("import nowhere_at_all\n", "ModuleNotFoundError"),
    ],
)
def test_a_file_that_is_no_plugin_is_named_with_what_is_wrong(
    tmp_path: Path, source: str, expected: str
) -> None:
    path = write(tmp_path, source)

    with pytest.raises(plugins.PluginFileError, match=re.escape(expected)) as raised:
        plugins.load(tmp_path)
    assert str(path) in str(raised.value)


def test_a_directory_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(plugins.PluginFileError, match="no directory"):
        plugins.load(tmp_path / "nowhere")


CLUSTER = """
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles: [{plugins: {multiPoint: {enabled: [{name: X}]}}}]
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: n2}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: app}]}
"""


def first_decision(folder: Path, source: str) -> dict[str, object]:
    loaded = plugins.load(write(folder, f'NAME = "X"\n{source}').parent)
    recording = Run(parsed(CLUSTER, loaded), plugins=loaded)
    frames = recording.step(0, "quiet", limit=30)
    return decided_first(recording, frames)


def test_a_reason_of_filter_is_a_verdict_on_the_node(tmp_path: Path) -> None:
    source = 'def filter(pod, node, args):\n    return "not n1" if node.name == "n1" else None\n'
    decision = first_decision(tmp_path, source)

    assert "n2" == decision["node"]
    nodes = decision["nodes"]
    assert isinstance(nodes, dict)
    assert ("X", ["not n1"]) == (nodes["n1"]["plugin"], nodes["n1"]["reasons"])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "def filter(pod, node, args):\n    return 1 / 0\n",
            'running filter of plugin "X": ZeroDivisionError',
        ),
        ("def score(pod, node, args):\n    return 101\n", "returns an invalid score 101"),
        ("def score(pod, node, args):\n    return 'high'\n", "a score must be an int, got 'high'"),
        ("def filter(pod, node, args):\n    return False\n", "neither a reason nor None"),
        (
            "def score(pod, node, args):\n    return 1\ndef normalize_score(scores, args):\n    return []\n",
            "not one score for each of 2 nodes",
        ),
    ],
)
def test_a_plugin_that_fails_fails_the_attempt_and_not_the_run(
    tmp_path: Path, source: str, expected: str
) -> None:
    decision = first_decision(tmp_path, source)

    assert "error" == decision["result"]
    assert expected in str(decision["message"])


def test_a_plugin_that_fails_before_the_queue_holds_the_pod_back(tmp_path: Path) -> None:
    loaded = plugins.load(
        write(tmp_path, 'NAME = "X"\ndef pre_enqueue(pod, args):\n    return 1 / 0\n').parent
    )
    recording = Run(parsed(CLUSTER, loaded), plugins=loaded)

    assert [] == recording.step(0, "quiet", limit=30)


def test_questions_about_a_pod_survive_a_plugin_that_fails(tmp_path: Path) -> None:
    source = 'NAME = "X"\ndef filter(pod, node, args):\n    return 1 / 0\n'
    loaded = plugins.load(write(tmp_path, source).parent)
    recording = Run(parsed(CLUSTER, loaded), plugins=loaded)

    what = recording.ask("what_if", 0, pod="default/p", changes={})

    assert isinstance(what, dict)
    assert "error" == what["result"]
    assert [] == recording.ask("advice", 0, pod="default/p")
    assert recording.ask("obstacles", 0, pod="default/p") is not None
