"""Texts as people paste them: the manifests in them are read, and what was left out is named."""

import time

import pytest

from playground.texts.manifests.importer import Imported, import_text

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"
NODE = '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},"status":{"allocatable":{"cpu":"1"}}}\n'
OTHER_NODE = NODE.replace('"n"', '"m"')
TABLE = "NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE\nshop        api-0   0/1     Pending   0   4m\n"
DESCRIBED = "Name:         api-0\nNamespace:    shop\nLabels:       app=api\nEvents:       <none>\n"


def objects(imported: Imported) -> list[tuple[str, str, int]]:
    """(kind, name, line) of the objects that are taken."""
    return [(row.kind, row.name, row.line) for row in imported.report if row.fate in ("kept", "changed")]


def codes(imported: Imported) -> list[str]:
    return [
        remark.code
        for row in imported.report
        for remark in row.remarks
        if remark.code.startswith(("ignored.", "changed."))
    ]


@pytest.mark.parametrize(
    ("text", "expected", "left_out"),
    [
        (f"$ kubectl get pod p -o yaml\n{POD}$ ", [("Pod", "p", 2)], ["ignored.command"]),
        (f"me@host:~$ kubectl get pods \\\n> -o yaml\n{POD}", [("Pod", "p", 3)], ["ignored.command"]),
        (f"PS C:\\Users\\me> kubectl get po p -o yaml\n{POD}", [("Pod", "p", 2)], ["ignored.command"]),
        (
            f"[root@a ~]# oc get nodes -o json\n{NODE}# kubectl get pod\n$ kubectl get pod p -o yaml\n{POD}",
            [("Node", "n", 2), ("Pod", "p", 5)],
            ["ignored.command"],
        ),
        (f"Why is this: pending?\n```yaml\n{POD}```\nThanks: me\n", [("Pod", "p", 3)], ["ignored.markdown"]),
        (f"~~~\n{POD}~~~\n\n~~~json\n{NODE}~~~\n", [("Pod", "p", 2), ("Node", "n", 9)], ["ignored.markdown"]),
        (
            f'Error from server (NotFound): pods "x" not found\n{POD}',
            [("Pod", "p", 2)],
            ["ignored.message"],
        ),
        (f"{TABLE}---\n{POD}", [("Pod", "p", 4)], ["ignored.table"]),
        (f"{DESCRIBED}\n{POD}", [("Pod", "p", 6)], ["ignored.description"]),
    ],
)
def test_manifests_among_other_lines_are_read_at_their_lines(
    text: str, expected: list[tuple[str, str, int]], left_out: list[str]
) -> None:
    imported = import_text(text, add_nodes=False)

    assert (expected, left_out) == (objects(imported), codes(imported))
    assert imported.canonical is not None


@pytest.mark.parametrize(
    ("text", "expected", "remark"),
    [
        ("spec:\n  containers: [{name: c, image: i}]\n", [("Pod", "pod", 1)], "changed.bare_spec"),
        ("containers: [{name: c, image: i}]\nnodeName: n1\n", [("Pod", "pod", 1)], "changed.bare_spec"),
        ("- {name: c, image: i}\n- {name: d, image: i}\n", [("Pod", "pod", 1)], "changed.bare_spec"),
        ("metadata: {name: q}\nspec: {containers: [{name: c}]}\n", [("Pod", "q", 1)], "changed.bare_spec"),
        (
            f"[{NODE},{OTHER_NODE}]",
            [("Node", "n", 1), ("Node", "m", 1)],
            "changed.bare_list",
        ),
        (
            '{"nodes":[{"metadata":{"name":"n"}}],"pods":[{"metadata":{"name":"p"},"spec":{"containers":'
            '[{"name":"c","image":"i"}]}}],"pvs":[]}',
            [("Node", "n", 1), ("Pod", "p", 1)],
            "changed.simulator_export",
        ),
    ],
)
def test_fragments_are_read_as_what_they_are_part_of(
    text: str, expected: list[tuple[str, str, int]], remark: str
) -> None:
    imported = import_text(text, add_nodes=False)

    assert (expected, {remark}) == (objects(imported), set(codes(imported)))


@pytest.mark.parametrize(
    ("text", "code", "command"),
    [
        (DESCRIBED, "text.description", "kubectl get pod api-0 -n shop -o yaml"),
        (
            "Name:     n1\nRoles:    worker\nTaints:   a=b:NoSchedule\n",
            "text.description",
            "kubectl get node n1 -o yaml",
        ),
        (f"$ kubectl get pods -A\n{TABLE}", "text.table", "nodes,pods"),
    ],
)
def test_a_text_without_manifests_is_named_with_the_command_that_is_needed(
    text: str, code: str, command: str
) -> None:
    (problem,) = import_text(text).problems

    assert code == problem.code
    assert command in str(problem.args.get("command", ""))


def test_an_archive_is_named() -> None:
    archive = b"pods.yaml".ljust(257, b"\0") + b"ustar" + bytes(300)

    assert ["text.archive"] == [problem.code for problem in import_text(archive).problems]


@pytest.mark.parametrize("line", ["a b: c: d", "x" * 380 + " $", "$ kubectl " + "a" * 380, "```", "Name:  x"])
def test_the_time_grows_with_the_length_of_the_text(line: str) -> None:
    began = time.process_time()
    import_text(f"a: b: c\n{line}\n" + f"{line}\n" * (200_000 // len(line)))

    assert 6 > time.process_time() - began
