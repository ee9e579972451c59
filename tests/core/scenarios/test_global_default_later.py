"""A05: a global default applies to pods that are created while it is there."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("global-default-later"))
    made.until_quiet()
    return made


def priority(play: Play, seq: int, name: str) -> tuple[int, str | None]:
    spec = play.manifest(seq, name)["spec"]
    return spec["priority"], spec.get("priorityClassName")


def test_only_pods_that_come_after_the_default_get_it(play: Play) -> None:
    seq = play.until(4)

    assert (0, None) == priority(play, seq, "old")
    assert (100, "standard") == priority(play, seq, "new")


def test_a_second_default_is_refused(play: Play) -> None:
    text = play.refusals()[5]

    assert text.endswith("PriorityClass standard is already marked as default. Only one default can exist")


def test_deleting_the_class_changes_no_pod_and_leaves_no_default(play: Play) -> None:
    last = play.until_quiet()

    assert [(0, None), (100, "standard"), (0, None)] == [
        priority(play, last, name) for name in ("old", "new", "bare")
    ]
    assert 'pods "newer" is forbidden: no PriorityClass with name standard was found' == play.refusals()[11]
    assert not play.exists(last, "newer")
