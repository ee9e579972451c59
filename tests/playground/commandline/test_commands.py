"""`podium why` and `podium capacity`: answers as text and JSON, and exit codes that a build can use."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

import scheduler_core as core
from playground import limits
from playground.gallery.loader import FOLDER
from tests import builders
from tests.core.dumps.builders import dump, found_pod, lost
from tests.playground.commandline.builders import DEPLOYMENT, NODE, NOMINATED, PREEMPTION
from tests.playground.kubeapi.podium import podium


@pytest.fixture
def cluster(tmp_path: Path) -> str:
    (tmp_path / "cluster.yaml").write_text(NODE)
    return str(tmp_path / "cluster.yaml")


def written(folder: Path, text: str) -> str:
    path = folder / "shape.yaml"
    path.write_text(text)
    return str(path)


def test_why_tells_what_each_node_answered_and_whom_the_pod_preempts() -> None:
    code, message = podium("why", "pod/p", "-f", PREEMPTION, *NOMINATED)

    assert 1 == code
    assert [
        "p: nominated n1",
        "  1 cpu · priority 100",
        "  p waits for room on n1, its nominated node",
        "  0/1 nodes are available: 1 Insufficient cpu.",
        "  n1  Insufficient cpu (NodeResourcesFit); cpu: needs 1, 0 free",
    ] == message.splitlines()[:5]
    assert "* n1: low2 (priority 0)" in message


def test_why_sets_what_to_do_and_what_comes_of_it_apart() -> None:
    _, message = podium("why", "pod/mypod", "-f", str(FOLDER / "conflicting-constraints.yaml"))

    text = "1. Raise maxSkew over zone to 2. Then the scheduler binds mypod to node2."
    assert [text] == [line.strip() for line in message.splitlines() if line.startswith("  1.")]


def test_why_prints_the_card_of_the_page_as_markdown_and_as_a_picture() -> None:
    requests = ("why", "pod/mypod", "-f", str(FOLDER / "conflicting-constraints.yaml"))
    (code, markdown), (also, drawn) = podium(*requests, "-o", "md"), podium(*requests, "-o", "svg")
    root = ElementTree.fromstring(drawn)
    texts = {element.text for element in root.iter()}

    assert (1, 1) == (code, also)
    assert markdown.startswith("# mypod fits on none of ")
    assert "1. Raise maxSkew over zone to 2. Then the scheduler binds mypod to node2." in markdown
    assert markdown.splitlines()[0].removeprefix("# ") in texts


def test_why_names_the_nearest_node_as_json() -> None:
    _, answer = podium("why", "pod/mypod", "-f", str(FOLDER / "conflicting-constraints.yaml"), "-o", "json")

    nearest = json.loads(answer)["nearest"]
    assert nearest["node"]
    assert nearest["obstacles"][0]["reasons"]


def test_why_of_a_pod_on_a_node_has_exit_code_0_and_the_scores() -> None:
    code, message = podium("why", "default/mypod", "-f", str(FOLDER / "soft-score-numbers.yaml"))

    assert 0 == code
    assert " = " in message


def test_why_without_a_pod_answers_for_the_only_one_that_is_pending(tmp_path: Path) -> None:
    node = "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '1', pods: '9'}}}"
    pods = [
        f"{{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: c, image: i, "
        f"resources: {{requests: {{cpu: '{cpu}'}}}}}}]}}}}"
        for name, cpu in (("small", 1), ("a", 2), ("b", 2))
    ]

    def answer(*documents: str) -> tuple[int, str]:
        return podium("why", "-f", written(tmp_path, "\n---\n".join(documents)))

    refused = "0/1 nodes are available: 1 Insufficient cpu."
    code, text = answer(node, *pods[:2])
    assert (1, "a: Unschedulable", True) == (code, text.splitlines()[0], refused in text)
    code, text = answer(node, *pods)
    first, *lines = text.splitlines()
    assert (1, "2 pods are pending. Name one to read why:") == (code, first)
    assert [("pod/default/a", True), ("pod/default/b", True)] == [
        (line.split()[0], refused in line) for line in lines
    ]
    assert (0, "No pod is pending.\n") == answer(node, pods[0])


def test_why_as_json_is_the_answer_of_the_core() -> None:
    code, message = podium("why", "p", "-f", PREEMPTION, *NOMINATED, "-o", "json")
    answer: Any = json.loads(message)

    assert (1, "n1") == (code, answer["why"]["pod"]["nominated"])
    assert answer["advice"] == [] or answer["advice"][0]["inputs"]


@pytest.mark.parametrize(
    ("pod", "expected"),
    [
        ("pod/none", "there is no pod default/none"),
        ("pod/a/b/c", "'a/b/c' names no pod; write pod/NAME or pod/NAMESPACE/NAME"),
        ("pod/", "'' names no pod; write pod/NAME or pod/NAMESPACE/NAME"),
    ],
)
def test_a_name_that_is_no_pod_is_bad_input(pod: str, expected: str) -> None:
    assert (2, expected) == podium("why", pod, "-f", PREEMPTION)


@pytest.mark.parametrize(("replicas", "code"), [((), 0), (("--replicas", "4"), 0), (("--replicas", "5"), 1)])
def test_capacity_says_whether_all_replicas_of_a_deployment_fit(
    cluster: str, tmp_path: Path, replicas: tuple[str, ...], code: int
) -> None:
    shape = written(tmp_path, DEPLOYMENT)

    result, message = podium("capacity", "-f", cluster, "--pod", shape, *replicas)

    assert code == result
    assert message.startswith(f"shop/web-shape: 4 fit, {replicas[1] if replicas else 3} are asked for")
    assert "then NodeResourcesFit: Insufficient cpu" in message


def test_capacity_counts_each_workload_of_a_file(cluster: str, tmp_path: Path) -> None:
    job = DEPLOYMENT.replace("Deployment", "Job").replace("replicas", "parallelism").replace("500m", "3")

    result, message = podium(
        "capacity", "-f", cluster, "--pod", written(tmp_path, f"{DEPLOYMENT}---{job}"), "-o", "json"
    )

    assert 1 == result
    assert [(4, True), (0, False)] == [(load["fits"], load["enough"]) for load in json.loads(message)]


def test_capacity_of_a_file_without_pods_is_bad_input(cluster: str, tmp_path: Path) -> None:
    shape = written(tmp_path, "kind: ConfigMap")

    assert (2, f"{shape}: there is no Pod and no workload with a pod template") == podium(
        "capacity", "-f", cluster, "--pod", shape
    )


def test_a_problem_in_the_second_of_two_files_is_named_there(cluster: str, tmp_path: Path) -> None:
    second = written(tmp_path, "a: [\n")

    code, message = podium("why", "p", "-f", cluster, "-f", second)

    assert (2, True) == (code, message.startswith(f"{second}:1: Not valid YAML"))


def test_a_packed_file_is_unpacked_and_a_damaged_one_is_bad_input(cluster: str, tmp_path: Path) -> None:
    whole, cut = tmp_path / "shape.yaml.gz", tmp_path / "cut.yaml.gz"
    whole.write_bytes(gzip.compress(DEPLOYMENT.encode()))
    cut.write_bytes(whole.read_bytes()[:-9])

    codes = [podium("capacity", "-f", cluster, "--pod", str(path)) for path in (whole, cut)]

    assert 0 == codes[0][0]
    assert (2, True) == (codes[1][0], codes[1][1].startswith(f"{cut}: The file is damaged"))


@pytest.mark.parametrize("output", ["events", "frames", "snapshot", "yaml", "svg"])
def test_a_run_is_printed_in_each_form(output: str) -> None:
    code, message = podium("run", "-f", PREEMPTION, "-o", output)

    assert 0 == code
    assert {
        "events": "Preempted by pod",
        "frames": '"who":"kube-scheduler"',
        "snapshot": '"hash":"',
        "yaml": "kind: List",
        "svg": "<svg",
    }[output] in message


def test_the_same_seed_gives_the_same_frames() -> None:
    one, two, other = (podium("run", PREEMPTION, "-o", "snapshot", "--seed", seed)[1] for seed in "778")

    assert one == two
    assert one != other


def test_from_a_shell_the_exit_code_is_2_and_the_message_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "playground", "run", "-"], input="a: [", capture_output=True, text=True
    )

    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("-:1: Not valid YAML")


def test_every_command_is_in_the_completion_of_every_shell() -> None:
    for shell in ("bash", "zsh"):
        code, message = podium("completion", shell)

        assert 0 == code
        assert all(name in message for name in ("run", "why", "capacity", "lesson", "--until"))


def test_diff_says_what_fares_otherwise_and_that_nothing_does(tmp_path: Path) -> None:
    text = Path(PREEMPTION).read_text()
    other = written(tmp_path, text.replace("metadata: {name: low2}", "metadata: {name: low2b}", 1))
    same, alike = podium("diff", PREEMPTION, PREEMPTION)
    differs, message = podium("diff", PREEMPTION, other, "-o", "json")

    assert (0, "Nothing changes: the run goes the same way.") == (same, alike.strip())
    assert (1, True) == (differs, bool(json.loads(message)["changed"]))


def test_sweep_prints_a_line_for_each_value_and_refuses_too_many() -> None:
    code, message = podium(
        "sweep", PREEMPTION, "--what", "grace", "--from", "5", "--to", "15", "--step", "10"
    )
    refused, why = podium("sweep", PREEMPTION, "--what", "grace", "--from", "0", "--to", "10000")
    nothing, missing = podium("sweep", PREEMPTION, "--what", "maxSkew")

    assert (0, ["0:06", "0:16"]) == (code, [line.split()[-1] for line in message.splitlines()])
    assert (2, True) == (refused, "at most 61 values" in why)
    assert (2, "nothing in the file has maxSkew") == (nothing, missing)


TAINTED = """\
apiVersion: v1
kind: Node
metadata: {name: n1}
spec: {taints: [{key: gpu, value: a, effect: NoSchedule}]}
status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: i}]}
"""


def test_upgrade_says_what_changes_and_what_to_do(tmp_path: Path) -> None:
    code, text = podium("upgrade", "-f", written(tmp_path, TAINTED), "--from", "1.34", "--to", "1.36")

    assert 1 == code
    assert "Messages that alerts or scripts may match" in text
    assert "What to do: Match the text without key and value in alerts" in text


def test_upgrade_says_what_the_text_lacks(tmp_path: Path) -> None:
    dump = written(tmp_path, f"{NODE}---\n{json.dumps(builders.pod('p', priorityClassName='high'))}")

    _, text = podium("upgrade", "-f", dump, "--to", "1.36")

    assert "Your answer may be wrong because the text lacks priorityclasses." in text


def test_upgrade_has_exit_code_0_where_nothing_changes_and_2_for_an_unknown_release(tmp_path: Path) -> None:
    file = written(tmp_path, TAINTED)

    assert 0 == podium("upgrade", "-f", file, "--from", "1.36", "--to", "1.36")[0]
    assert 2 == podium("upgrade", "-f", file, "--to", "1.99")[0]


def test_upgrade_that_is_stopped_has_the_report_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[str] = []

    def stopped(self: Any, name: str, seq: int, /, **args: Any) -> Any:
        if parts:
            raise KeyboardInterrupt
        parts.append(name)
        return ask(self, name, seq, **args)

    ask = core.Run.ask
    monkeypatch.setattr(limits, "UPGRADE_AT_ONCE", 1)
    monkeypatch.setattr(core.Run, "ask", stopped)
    code, text = podium("upgrade", "-f", written(tmp_path, TAINTED), "--from", "1.34", "--to", "1.36")

    assert 130 == code
    assert ["upgrade"] == parts
    assert "Kubernetes 1.34 → 1.36" in text


def test_upgrade_in_parts_has_the_same_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("upgrade", "-f", written(tmp_path, TAINTED), "--from", "1.34", "--to", "1.36", "-o", "json")
    whole = podium(*command)
    monkeypatch.setattr(limits, "UPGRADE_AT_ONCE", 1)

    assert whole == podium(*command)


def test_upgrade_as_json_is_the_answer_of_the_core(tmp_path: Path) -> None:
    code, text = podium(
        "upgrade", "-f", written(tmp_path, TAINTED), "--from", "1.34", "--to", "1.36", "-o", "json"
    )
    answer = json.loads(text)

    assert 1 == code
    assert [["taint_message_names_taint"]] == [row["rows"] for row in answer["decisions"]]


def test_a_release_of_the_command_line_outranks_that_of_the_file(cluster: str, tmp_path: Path) -> None:
    tainted = written(
        tmp_path,
        NODE.replace(
            "metadata: {name: n1}", "metadata: {name: n1}\nspec: {taints: [{key: a, effect: NoSchedule}]}"
        )
        + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n",
    )
    texts = {
        release: podium("why", "p", "-f", tainted, "--release", release)[1] for release in ("1.34", "1.36")
    }

    assert "untolerated taint {a: }" in texts["1.34"]
    assert "untolerated taint(s)" in texts["1.36"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--release", "1.99"), "--release: 1.99 is no release of Kubernetes that podium knows; choose one of 1.37, 1.36, 1.35, 1.34"),
        (("--release", "1.36", "--feature-gates", "Nonsense=true"), "--feature-gates: unrecognized feature gate: Nonsense"),
        (("--feature-gates", "ImageVolume"), "--feature-gates: missing bool value for ImageVolume"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", [("why", "p", "-f"), ("run",), ("capacity", "--pod", "x", "-f")])
def test_a_release_that_there_is_not_is_bad_input(
    cluster: str, command: tuple[str, ...], options: tuple[str, ...], sentence: str
) -> None:
    code, message = podium(*command, cluster, *options)

    assert 2 == code
    assert sentence in message


@pytest.mark.parametrize("packed", [True, False])
def test_why_reads_an_archive_and_a_folder_and_names_a_broken_file_in_it(
    tmp_path: Path, packed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dump"
    (folder / "shop").mkdir(parents=True)
    (folder / "nodes.yaml").write_text(NODE)
    (folder / "shop" / "pods.json").write_text(json.dumps(builders.pod("p", "1", on="n1")))
    (folder / "shop" / "z.yaml").write_text("kind: Pod\nspec: [\n")
    (folder / "shop" / "log").write_text("Pod\n")
    if packed:
        with tarfile.open(tmp_path / "dump.tar.gz", "w:gz") as archive:
            archive.add(folder, "dump")

    code, message = podium("why", "p", "-f", str(tmp_path / ("dump.tar.gz" if packed else "dump")))

    errors = capsys.readouterr().err
    assert (0, True) == (code, "n1" in message)
    assert "1 file without manifests was left out." in errors
    assert "shop/z.yaml:2: " in errors


def test_a_description_on_stdin_is_an_answer_with_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[1] / "texts/manifests/described/cluster.txt").read_text()

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    code, message = podium("why", "shop/web-0", "-f", "-")

    assert 0 == code
    assert "priority 1000 · pool-a-1" in message
    assert "Your answer may be wrong because the text lacks pods, " in message


def test_why_lists_what_is_stuck_where_no_pod_is_pending(tmp_path: Path) -> None:
    gone = lost("gone", 200)
    text = yaml.safe_dump_all(dump(gone, found_pod("late", "gone", deleted=100)))

    code, listed = podium("why", "-f", written(tmp_path, text))

    assert (0, True) == (code, listed.startswith("No pod is pending."))
    assert "gone since 2027-05-20T06:35:40Z: Nobody hears the kubelet of this node" in listed
    assert "default/late since" in listed


def test_drain_says_where_pods_go_and_what_to_do_first(tmp_path: Path) -> None:
    nodes = [builders.node(name, "4", labels={"pool": name[0]}) for name in ("a1", "b1")]
    web = builders.workload("Deployment", "web", 2)
    spec = {"minAvailable": 2, "selector": {"matchLabels": {"app": "web"}}}
    budget = builders.api_object("PodDisruptionBudget", "web", spec=spec)
    free = written(tmp_path, yaml.safe_dump_all([*nodes, web]))
    code, text = podium("drain", "--pool", "a", "-f", free)
    (tmp_path / "held.yaml").write_text(yaml.safe_dump_all([nodes[0], web, budget]))
    stuck, held = podium("drain", "a1", "-f", str(tmp_path / "held.yaml"))

    assert (0, 1) == (code, stuck)
    assert "kubectl drain a1 --ignore-daemonsets --delete-emptydir-data" in text
    assert "kubectl -n default scale deployment/web --replicas=3" in held


def test_drain_of_no_node_is_bad_input(tmp_path: Path) -> None:
    file = written(tmp_path, yaml.safe_dump_all([builders.node("a1")]))

    assert [2, 2, 2] == [podium("drain", *names, "-f", file)[0] for names in ([], ["n9"], ["--zone", "moon"])]
