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

import pytest

from playground.gallery.loader import FOLDER
from tests import builders
from tests.playground.commandline.making import DEPLOYMENT, NODE, NOMINATED, PREEMPTION
from tests.playground.kubeapi.podium import asked


@pytest.fixture
def cluster(tmp_path: Path) -> str:
    (tmp_path / "cluster.yaml").write_text(NODE)
    return str(tmp_path / "cluster.yaml")


def written(folder: Path, text: str) -> str:
    path = folder / "shape.yaml"
    path.write_text(text)
    return str(path)


def test_why_tells_what_each_node_answered_and_whom_the_pod_preempts() -> None:
    code, told = asked("why", "pod/p", "-f", PREEMPTION, *NOMINATED)

    assert 1 == code
    assert [
        "p: nominated n1",
        "  1 cpu · priority 100",
        "  p waits for room on n1, its nominated node",
        "  0/1 nodes are available: 1 Insufficient cpu.",
        "  n1  Insufficient cpu (NodeResourcesFit); cpu: needs 1, 0 free",
    ] == told.splitlines()[:5]
    assert "* n1: low2 (priority 0)" in told


def test_why_sets_what_to_do_and_what_comes_of_it_apart() -> None:
    _, told = asked("why", "pod/mypod", "-f", str(FOLDER / "conflicting-constraints.yaml"))

    said = "1. Raise maxSkew over zone to 2. Then the scheduler binds mypod to node2."
    assert [said] == [line.strip() for line in told.splitlines() if line.startswith("  1.")]


def test_why_of_a_pod_on_a_node_has_exit_code_0_and_the_scores() -> None:
    code, told = asked("why", "default/mypod", "-f", str(FOLDER / "soft-score-numbers.yaml"))

    assert 0 == code
    assert " = " in told


def test_why_without_a_pod_answers_for_the_only_one_that_is_pending(tmp_path: Path) -> None:
    node = "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '1', pods: '9'}}}"
    pods = [
        f"{{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: c, image: i, "
        f"resources: {{requests: {{cpu: '{cpu}'}}}}}}]}}}}"
        for name, cpu in (("small", 1), ("a", 2), ("b", 2))
    ]

    def answer(*documents: str) -> tuple[int, str]:
        return asked("why", "-f", written(tmp_path, "\n---\n".join(documents)))

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
    code, told = asked("why", "p", "-f", PREEMPTION, *NOMINATED, "-o", "json")
    answer: Any = json.loads(told)

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
    assert (2, expected) == asked("why", pod, "-f", PREEMPTION)


@pytest.mark.parametrize(("replicas", "code"), [((), 0), (("--replicas", "4"), 0), (("--replicas", "5"), 1)])
def test_capacity_says_whether_all_replicas_of_a_deployment_fit(
    cluster: str, tmp_path: Path, replicas: tuple[str, ...], code: int
) -> None:
    shape = written(tmp_path, DEPLOYMENT)

    found, told = asked("capacity", "-f", cluster, "--pod", shape, *replicas)

    assert code == found
    assert told.startswith(f"shop/web-shape: 4 fit, {replicas[1] if replicas else 3} are asked for")
    assert "then NodeResourcesFit: Insufficient cpu" in told


def test_capacity_counts_each_workload_of_a_file(cluster: str, tmp_path: Path) -> None:
    job = DEPLOYMENT.replace("Deployment", "Job").replace("replicas", "parallelism").replace("500m", "3")

    found, told = asked(
        "capacity", "-f", cluster, "--pod", written(tmp_path, f"{DEPLOYMENT}---{job}"), "-o", "json"
    )

    assert 1 == found
    assert [(4, True), (0, False)] == [(each["fits"], each["enough"]) for each in json.loads(told)]


def test_capacity_of_a_file_without_pods_is_bad_input(cluster: str, tmp_path: Path) -> None:
    shape = written(tmp_path, "kind: ConfigMap")

    assert (2, f"{shape}: there is no Pod and no workload with a pod template") == asked(
        "capacity", "-f", cluster, "--pod", shape
    )


def test_a_problem_in_the_second_of_two_files_is_named_there(cluster: str, tmp_path: Path) -> None:
    second = written(tmp_path, "a: [\n")

    code, told = asked("why", "p", "-f", cluster, "-f", second)

    assert (2, True) == (code, told.startswith(f"{second}:1: Not valid YAML"))


def test_a_packed_file_is_unpacked_and_a_damaged_one_is_bad_input(cluster: str, tmp_path: Path) -> None:
    whole, cut = tmp_path / "shape.yaml.gz", tmp_path / "cut.yaml.gz"
    whole.write_bytes(gzip.compress(DEPLOYMENT.encode()))
    cut.write_bytes(whole.read_bytes()[:-9])

    codes = [asked("capacity", "-f", cluster, "--pod", str(path)) for path in (whole, cut)]

    assert 0 == codes[0][0]
    assert (2, True) == (codes[1][0], codes[1][1].startswith(f"{cut}: The file is damaged"))


@pytest.mark.parametrize("output", ["events", "frames", "snapshot", "yaml", "svg"])
def test_a_run_is_printed_in_each_form(output: str) -> None:
    code, told = asked("run", "-f", PREEMPTION, "-o", output)

    assert 0 == code
    assert {
        "events": "Preempted by pod",
        "frames": '"who":"kube-scheduler"',
        "snapshot": '"hash":"',
        "yaml": "kind: List",
        "svg": "<svg",
    }[output] in told


def test_the_same_seed_gives_the_same_frames() -> None:
    one, two, other = (asked("run", PREEMPTION, "-o", "snapshot", "--seed", seed)[1] for seed in "778")

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
        code, told = asked("completion", shell)

        assert 0 == code
        assert all(name in told for name in ("run", "why", "capacity", "lesson", "--until"))


def test_diff_says_what_fares_otherwise_and_that_nothing_does(tmp_path: Path) -> None:
    text = Path(PREEMPTION).read_text()
    other = written(tmp_path, text.replace("metadata: {name: low2}", "metadata: {name: low2b}", 1))
    same, alike = asked("diff", PREEMPTION, PREEMPTION)
    differs, told = asked("diff", PREEMPTION, other, "-o", "json")

    assert (0, "Nothing changes: the run goes the same way.") == (same, alike.strip())
    assert (1, True) == (differs, bool(json.loads(told)["changed"]))


def test_sweep_prints_a_line_for_each_value_and_refuses_too_many() -> None:
    code, told = asked("sweep", PREEMPTION, "--what", "grace", "--from", "5", "--to", "15", "--step", "10")
    refused, why = asked("sweep", PREEMPTION, "--what", "grace", "--from", "0", "--to", "10000")
    nothing, missing = asked("sweep", PREEMPTION, "--what", "maxSkew")

    assert (0, ["0:06", "0:16"]) == (code, [line.split()[-1] for line in told.splitlines()])
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
    code, text = asked("upgrade", "-f", written(tmp_path, TAINTED), "--from", "1.34", "--to", "1.36")

    assert 1 == code
    assert "Messages that alerts or scripts may match" in text
    assert "What to do: Match the text without key and value in alerts" in text


def test_upgrade_says_what_the_text_lacks(tmp_path: Path) -> None:
    dump = written(tmp_path, f"{NODE}---\n{json.dumps(builders.pod('p', priorityClassName='high'))}")

    _, text = asked("upgrade", "-f", dump, "--to", "1.36")

    assert "Your answer may be wrong because the text lacks priorityclasses." in text


def test_upgrade_has_exit_code_0_where_nothing_changes_and_2_for_an_unknown_release(tmp_path: Path) -> None:
    file = written(tmp_path, TAINTED)

    assert 0 == asked("upgrade", "-f", file, "--from", "1.36", "--to", "1.36")[0]
    assert 2 == asked("upgrade", "-f", file, "--to", "1.99")[0]


def test_upgrade_as_json_is_the_answer_of_the_core(tmp_path: Path) -> None:
    code, text = asked(
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
        release: asked("why", "p", "-f", tainted, "--release", release)[1] for release in ("1.34", "1.36")
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
    code, told = asked(*command, cluster, *options)

    assert 2 == code
    assert sentence in told


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

    code, told = asked("why", "p", "-f", str(tmp_path / ("dump.tar.gz" if packed else "dump")))

    errors = capsys.readouterr().err
    assert (0, True) == (code, "n1" in told)
    assert "1 file without manifests was left out." in errors
    assert "shop/z.yaml:2: " in errors


def test_a_description_on_stdin_is_an_answer_with_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[1] / "texts/manifests/described/cluster.txt").read_text()

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    code, told = asked("why", "shop/web-0", "-f", "-")

    assert 0 == code
    assert "priority 1000 · pool-a-1" in told
    assert "Your answer may be wrong because the text lacks pods, " in told
