"""Files that gzip packed: what comes out is bounded, and read where texts are read."""

import gzip
from pathlib import Path

import pytest

from playground import limits
from playground.imports import gzip_texts
from playground.imports.files import join
from playground.imports.worker import imported_from
from scheduler_core import Problem

NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: '4', pods: '10'}}\n"
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"


def test_what_stands_for_much_more_is_unpacked_only_up_to_the_limit() -> None:
    most = 4 * 1024 * 1024
    bomb = gzip.compress(bytes(16 * most))
    problem = gzip_texts.unpacked(bomb, most)

    assert isinstance(problem, Problem)
    assert ("text.unpacks_too_large", most) == (problem.code, problem.args["limit"])
    assert len(bomb) < most / 32


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(lambda data: data[:-9], id="cut off"),
        pytest.param(lambda data: data[:-8] + b"\0\0\0\0" + data[-4:], id="another sum"),
        pytest.param(lambda data: data[:12] + b"\xff\xff" + data[14:], id="no deflate"),
        pytest.param(lambda data: data[:2], id="the first two bytes alone"),
    ],
)
def test_a_damaged_file_is_a_problem(spoilt) -> None:  # type: ignore[no-untyped-def]
    problem = gzip_texts.unpacked(spoilt(gzip.compress((NODE * 200).encode())))

    assert isinstance(problem, Problem)
    assert "text.not_gzip" == problem.code


def test_a_packed_text_becomes_the_same_cluster(tmp_path: Path) -> None:
    text = (NODE + "---\n" + POD).encode()
    file = tmp_path / "dump.yaml.gz"
    file.write_bytes(gzip.compress(text))
    plain, from_bytes, from_file = (
        imported_from(item, False, False) for item in (text, gzip.compress(text), file)
    )

    assert plain.canonical
    assert [(plain.digest, plain.groups)] * 2 == [(e.digest, e.groups) for e in (from_bytes, from_file)]


def test_several_files_stay_packed_until_they_are_read_and_keep_their_places() -> None:
    together = gzip_texts.joined(
        [("", b"a: 1"), ("n.yaml.gz", gzip.compress(NODE.encode())), ("p.yaml", POD.encode())]
    )
    plain = gzip_texts.unpacked(together)
    imported = imported_from(together, False, False)

    assert join([("", "a: 1"), ("n.yaml.gz", NODE), ("p.yaml", POD)]).encode() == plain
    assert ("n.yaml.gz", "p.yaml") == imported.places.names


def test_the_size_of_a_packed_text_is_what_its_end_says_within_bounds() -> None:
    data = gzip.compress(bytes(1000))
    lies = data[:-4] + (2**32 - 1).to_bytes(4, "little")

    assert (1000, limits.IMPORT_UNPACKED_BYTES, 2) == tuple(
        map(gzip_texts.stated_size, (data, lies, b"\0\0"))
    )
