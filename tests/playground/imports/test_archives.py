"""Archives and folders of a cluster's state: what holds manifests is read, everything is bounded and counted."""

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.test import Client

from playground import limits
from playground.imports import archives
from playground.imports.worker import imported_from
from scheduler_core import Problem
from tests import builders

NODE = json.dumps(builders.node("n1"))
POD = json.dumps(builders.pod("p", on="n1"))
POD_LIST = json.dumps({"kind": "PodList", "apiVersion": "v1", "items": [builders.pod("q")]}, indent=4)
EVENTS = json.dumps(
    {"kind": "EventList", "apiVersion": "v1", "items": [{"metadata": {"name": "e"}}]}, indent=4
)
MUST_GATHER = {
    "must-gather.local.1/version": "must-gather\n4.18\n",
    "must-gather.local.1/cluster-scoped-resources/core/nodes/n1.yaml": NODE,
    "must-gather.local.1/namespaces/shop/core/pods.yaml": POD_LIST,
    "must-gather.local.1/namespaces/shop/core/events.yaml": EVENTS,
    "must-gather.local.1/namespaces/shop/pods/p/p.yaml": f"---\n{POD}",
    "must-gather.local.1/namespaces/shop/pods/p/logs/current.log": "kind of a log\n" * 2_000,
    "must-gather.local.1/etcd/broken.yaml": "kind: Pod\nspec: [\n",
}


def tar(files: Mapping[str, str], mode: str = "w:gz", *more: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
        for member in more:
            archive.addfile(member)
    return out.getvalue()


def zipped(files: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def kept(data: bytes) -> set[str]:
    imported = imported_from(data, add_nodes=False, play=False)
    assert imported.canonical is not None, imported.problems
    return {value["metadata"]["name"] for value in json.loads(imported.canonical)["objects"]}


def left_out(data: bytes) -> dict[str, Any]:
    """code of a remark → how many entries it is about."""
    imported = imported_from(data, add_nodes=False, play=False)
    remarks = (remark for group in imported.groups for remark in group.remarks)
    return {remark.code: remark.args["n"] for remark in remarks if remark.code.startswith("ignored.archive")}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(tar(MUST_GATHER), id="tar.gz"),
        pytest.param(tar(MUST_GATHER, "w:xz"), id="tar.xz"),
        pytest.param(tar(MUST_GATHER, "w"), id="tar"),
        pytest.param(zipped(MUST_GATHER), id="zip"),
    ],
)
def test_an_archive_is_read_like_its_files_and_what_was_left_out_is_counted(data: bytes) -> None:
    imported = imported_from(data, add_nodes=False, play=False)

    assert archives.is_archive(data)
    assert {"n1", "p", "q"} == kept(data)
    assert {"ignored.archive_files": 2, "ignored.archive_kinds": 1} == left_out(data)
    # one file that is broken spoils no other, and is named with its line
    (problem,) = imported.problems
    assert problem.position is not None
    assert ("warning", "must-gather.local.1/etcd/broken.yaml:2") == (
        problem.severity,
        imported.places.line_name(problem.position.line),
    )


def test_links_devices_and_folders_are_not_followed_and_counted() -> None:
    link, device, folder = (tarfile.TarInfo(name) for name in ("link", "device", "folder"))
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    device.type, folder.type = tarfile.CHRTYPE, tarfile.DIRTYPE

    data = tar({"n.yaml": NODE}, "w:gz", link, device, folder)

    assert {"n1"} == kept(data)
    assert {"ignored.archive_links": 1, "ignored.archive_others": 1} == left_out(data)


def refusal(data: bytes) -> tuple[str, Mapping[str, Any]]:
    problem = archives.unpacked(data)
    assert isinstance(problem, Problem)
    return problem.code, problem.args


@pytest.mark.parametrize("pack", [tar, zipped])
@pytest.mark.parametrize("name", ["../../etc/x.yaml", "a/../../x.yaml", "a\\..\\x.yaml"])
def test_a_name_that_leads_out_of_the_archive_is_refused(pack: Callable[..., bytes], name: str) -> None:
    code, args = refusal(pack({name: NODE}))

    assert "text.archive_leads_out" == code
    assert ".." in args["name"]


@pytest.mark.parametrize("pack", [tar, zipped])
def test_too_many_entries_are_refused_with_the_limit(
    pack: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARCHIVE_ENTRIES", 20)
    data = pack({f"{number}.log": "x" for number in range(21)})

    assert ("text.archive_too_many", {"limit": 20}) == refusal(data)


@pytest.mark.parametrize("pack", [tar, zipped])
def test_a_bomb_is_unpacked_only_up_to_the_limit(
    pack: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARCHIVE_UNPACKED_BYTES", 1024 * 1024)
    data = pack({"a.yaml": f"kind: Pod\n{'#' * 4 * 1024 * 1024}"})

    assert ("text.archive_unpacks_too_large", {"limit": 1024 * 1024}) == refusal(data)


def test_a_header_that_says_that_a_name_is_endless_is_refused() -> None:
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 2**33

    assert "text.archive_header" == refusal(gzip.compress(member.tobuf(tarfile.GNU_FORMAT)))[0]


def test_what_was_read_before_an_archive_ends_early_counts_and_the_place_is_named() -> None:
    data = gzip.decompress(tar({"a/n.yaml": NODE, "b/p.yaml": POD, "c/q.yaml": POD_LIST * 40}))
    cut = gzip.compress(data[: len(data) // 3])

    (group,) = (
        group
        for group in imported_from(cut, add_nodes=False, play=False).groups
        if any(remark.code == "ignored.archive_end" for remark in group.remarks)
    )
    assert {"n1", "p"} <= kept(cut)
    assert "b/p.yaml" == group.remarks[0].args["name"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (tar({"a.log": "x"}), "text.archive_empty"),
        (b"PK\x03\x04" + bytes(40), "text.archive_damaged"),
        (bytes(257) + b"ustar" + bytes(100), "text.archive_damaged"),
    ],
    ids=["no manifest", "no zip", "no tar"],
)
def test_an_archive_without_manifests_is_a_problem(data: bytes, code: str) -> None:
    assert code == refusal(data)[0]


def test_an_object_that_two_files_hold_alike_is_kept_once_without_a_fault() -> None:
    imported = imported_from(tar({"pods.yaml": POD, "pods/p.yaml": POD, "n": NODE}), False, False)

    fates = {(group.kind, group.fate, group.count) for group in imported.groups if group.kind == "Pod"}
    codes = {remark.code for group in imported.groups for remark in group.remarks}
    assert {("Pod", "kept", 1)} <= fates <= {("Pod", "kept", 1), ("Pod", "kept", 2)}
    assert "kept.repeated" in codes


@pytest.mark.django_db(transaction=True)
def test_the_import_page_opens_an_archive_and_refuses_one_with_words_and_numbers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sent(data: bytes) -> io.BytesIO:
        file = io.BytesIO(data)
        file.name = "dump.tar.gz"
        return file

    drawn = client.post("/import", {"files": sent(tar(MUST_GATHER)), "do": "draw"})
    report = client.get(f"{drawn.headers['Location'].split('?')[0]}/report").content.decode()
    beside = client.post("/import", {"files": sent(tar(MUST_GATHER)), "text": NODE, "do": "draw"})
    monkeypatch.setattr(limits, "ARCHIVE_ENTRIES", 5)
    many = client.post("/import", {"files": sent(tar(MUST_GATHER)), "do": "draw"})

    assert (303, 422, 422) == (drawn.status_code, beside.status_code, many.status_code)
    assert "2 files without manifests were left out." in report
    assert "An archive is read alone." in beside.content.decode()
    assert "The archive has more than 5 entries" in many.content.decode()
