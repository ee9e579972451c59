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


POD_ALONE = """\
Name:         api-0
Namespace:    shop
Node:         <none>
Status:       Pending
Containers:
  api:
    Image:      example/api:1
    Requests:
      cpu:      2
Volumes:
  settings:
    Type:      ConfigMap (a volume populated by a ConfigMap)
    Name:      api
Node-Selectors:  disk=ssd
"""


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def indented(text: str, first: str) -> str:
    return first + text.replace("\n", "\n" + " " * len(first)).rstrip(" ")


@pytest.mark.parametrize(
    ("text", "line", "left_out"),
    [
        (f"Why is this pending:\n\n{quoted(POD_ALONE)}\nAny idea?\n", 3, ["ignored.prose"]),
        (quoted(POD_ALONE, ">>"), 1, []),
        (f"1. the pod of today\n{indented(POD_ALONE, '   ')}2. nothing else\n", 2, ["ignored.prose"]),
        (indented(POD_ALONE, "- "), 1, []),
        (
            f"1) $ kubectl describe pod api-0\n{indented(POD_ALONE, '   ')}",
            2,
            ["ignored.command"],
        ),
        (
            POD_ALONE.replace("Name:  ", "\x1b[33mName\x1b[0m:  ", 1).replace("2\n", "\x1b[1m2\x1b[0m\n"),
            1,
            [],
        ),
        (f"  ```\n{indented(POD_ALONE, '  ')}  ```\n", 2, ["ignored.markdown"]),
        (POD_ALONE.replace("Volumes:", "    …\nVolumes:"), 1, ["ignored.omission"]),
        (POD_ALONE.replace("Volumes:", "<snip>\nVolumes:"), 1, ["ignored.omission"]),
    ],
)
def test_a_description_in_a_mail_a_list_or_colours_is_read_whole(
    text: str, line: int, left_out: list[str]
) -> None:
    imported = import_text(text, add_nodes=False, with_source=True)

    assert [("Pod", "api-0", line)] == objects(imported)
    assert {*left_out, "changed.described_pod"} == set(codes(imported))
    assert (True, True) == ('cpu: "2"' in imported.source, "disk: ssd" in imported.source)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("{code:yaml}", "{code}"),
        ("{noformat}", "{noformat}"),
        ("<pre>", "</pre>"),
        ("<details><summary>the pod</summary>", "</details>"),
        ("<details>", "</details>"),
    ],
)
def test_the_block_of_a_tracker_is_read(opening: str, closing: str) -> None:
    text = f"Why does it not start?\n{opening}\n{POD}{closing}\n"

    assert [("Pod", "p", 3)] == objects(import_text(text, add_nodes=False))


@pytest.mark.parametrize(
    "text", [quoted(POD), indented(POD, "1. "), POD.replace("kind", "\x1b[36mkind\x1b[0m")]
)
def test_a_manifest_in_a_mail_a_list_or_colours_is_read(text: str) -> None:
    assert [("Pod", "p", 1)] == objects(import_text(text, add_nodes=False))


def test_a_key_without_a_colon_is_an_error_and_no_sentence() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec\n  containers: []\n"

    assert import_text(text).failed


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
        (
            "LAST SEEN   TYPE   REASON   OBJECT   MESSAGE\n9s  Normal  Pulled  pod/a  x\n",
            "text.messages",
            "pods",
        ),
        (
            "NAMESPACE   LAST SEEN   TYPE   REASON   OBJECT   MESSAGE\na   9s  Normal  Pulled  pod/a  x: y\n",
            "text.messages",
            "pods",
        ),
        (
            'evicting pod shop/a\nerror when evicting pods/"a" -n "shop" (will retry after 5s): Cannot evict pod '
            "as it would violate the pod's disruption budget.\n",
            "text.messages",
            "pods",
        ),
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
