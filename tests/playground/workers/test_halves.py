"""Tests of a long list that is read by two processes."""

from __future__ import annotations

import os

import pytest

from playground.texts.manifests import yaml_source
from playground.workers import halves
from playground.workers.halves import read_in_halves

HEAD, TAIL = "apiVersion: v1\nkind: List\nitems:\n", "metadata:\n  resourceVersion: ''\n"


@pytest.fixture(autouse=True)
def every_text_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "LEAST_CHARACTERS", 0)
    monkeypatch.setattr(halves, "_has_two_cores", lambda: True)


def pods(*names: str) -> str:
    return "".join(f"- kind: Pod\n  metadata:\n    name: {name}\n" for name in names)


ODD = {
    "plain": HEAD + pods(*"abcdefg") + TAIL,
    "without an end": HEAD + pods("a", "b", "c"),
    "two entries": HEAD + pods("a", "b"),
    "one entry": HEAD + pods("a"),
    "lists inside": HEAD + "".join(f"- kind: PodList\n  items:\n  - a: {n}\n  - b: {n}\n" for n in range(6)),
    "managedFields": HEAD + "- metadata:\n    managedFields:\n    - time: 1\n    name: a\n" * 4 + TAIL,
    "an alias in the other half": HEAD + "- a: &x 1\n" + pods("a", "b", "c") + "- a: *x\n",
    "an alias in its half": HEAD + pods("a", "b", "c", "d") + "- {a: &x 1, b: *x}\n",
    "a quoted entry": HEAD + '- a: "1\n- 2\n- 3"\n- b: 1\n',
    "a block scalar": HEAD + "- a: |+\n    1\n\n\n- b: |-\n    2\n    - 3\n- c: 3\n" + TAIL,
    "a flow list": "items: [\n1,\n2]\n- 3\n- 4\n",
    "indented entries": "items:\n  - a\n  - b\n- c\n- d\n",
    "another list": "items: []\nother:\n- a\n- b\n- c\n- d\n",
    "a top list": "- a\n- b\n- c\n",
    "two documents": HEAD + pods("a", "b", "c") + "...\n" + HEAD + pods("d"),
    "items twice": HEAD + pods("a", "b", "c") + TAIL + "items: []\n",
    "a key twice": HEAD + pods("a", "b", "c", "d") + "kind: PodList\n",
    "a tab": HEAD + pods("a", "b", "c") + "-\tb: 1\n\tc: 2\n",
    "a comment": HEAD + pods("a") + "# x\n- b\n# y\n" + pods("c", "d") + "# z",
    "wrong in the second half": HEAD + pods("a", "b", "c", "d") + "- a: [1\n",
    "wrong in the first half": HEAD + "- a: }\n" + pods("a", "b", "c", "d"),
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_a_text_means_the_same_in_halves_and_as_a_whole(text: str) -> None:
    in_halves = yaml_source.read(text, list_reader=read_in_halves)

    assert in_halves == yaml_source.read(text)


def test_a_list_of_kubectl_is_read_in_halves() -> None:
    read = read_in_halves(ODD["plain"])

    assert read is not None
    assert [item["metadata"]["name"] for item in read.value["items"]] == [*"abcdefg"]


def test_what_two_halves_cannot_mean_is_left_to_one_reader() -> None:
    left = [name for name, text in ODD.items() if read_in_halves(text) is None]

    assert {"an alias in the other half", "a quoted entry", "a flow list", "a key twice"} <= set(left)


def test_no_helper_outlives_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    helpers: list[int] = []

    def fork() -> int:
        helpers.append(process := os_fork())
        return process

    os_fork = os.fork
    monkeypatch.setattr(os, "fork", fork)
    for text in ODD.values():
        read_in_halves(text)

    assert helpers
    for helper in helpers:
        with pytest.raises(ChildProcessError):
            os.waitpid(helper, os.WNOHANG)
