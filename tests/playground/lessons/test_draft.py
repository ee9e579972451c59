"""Changes to the text of a lesson's file: what is left keeps its comments, order and form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from playground.lessons.builder.draft import Draft, formatted, parts_of, written
from playground.lessons.files import COURSE, open_lesson

FILES = sorted(COURSE.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_courses_own_files_have_the_form_of_the_builder(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert text == formatted(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_courses_own_files_are_read_by_every_yaml_reader(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert yaml.safe_load(text) == yaml.load(text, Loader=yaml.CSafeLoader)


def test_a_change_by_hand_and_one_by_the_builder_are_equal_byte_for_byte() -> None:
    text = FILES[1].read_text(encoding="utf-8")
    draft = Draft(text)
    draft.set("spec.minutes", 12)
    draft.set("spec.steps[0].title.en", "A node without room")
    by_hand = text.replace("minutes: 8", "minutes: 12   ", 1).replace(
        "en: A full node", "en:   A node without room", 1
    )

    assert text != by_hand
    assert formatted(by_hand) == draft.text()


def test_comments_and_order_survive() -> None:
    draft = Draft("# first\nb: 1  # beside\n\n# between\na: [x, 'y']  # quoted\n")
    draft.set("c.d", {"e": 1})

    assert "# first\nb: 1  # beside\n\n# between\na: [x, 'y']  # quoted\nc:\n  d: {e: 1}\n" == draft.text()


def test_elements_are_added_moved_and_taken_away() -> None:
    draft = Draft("a:\n  - 1\n  - 2\n")
    draft.append("a", 3)
    draft.move("a[2]", -1)
    draft.move("a[0]", -1)
    draft.remove("a[0]")

    assert {"a": [3, 2]} == yaml.safe_load(draft.text())


@pytest.mark.parametrize("path", ["", "a..b", "[0]", "a[", "a.0", "a[-1]", "__class__", "a[0][1]"])
def test_a_path_that_leads_nowhere_changes_nothing(path: str) -> None:
    text = "a: 1\n"
    draft = Draft(text)
    draft.set(path, 7)
    draft.append(path, 7)
    draft.move(path, 1)

    assert text == draft.text()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["C"]), max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_what_is_written_is_read_back_by_the_reader_of_lessons(value: Any) -> None:
    draft = Draft("a: 0\n")
    draft.set("b", value)
    text = draft.text()

    assert value == yaml.safe_load(text).get("b")
    assert text == formatted(text)
    assert value == yaml.safe_load(written(value))


@given(st.text(max_size=20))
def test_any_text_is_a_path_or_none(text: str) -> None:
    parts = parts_of(text)

    assert parts is None or all(isinstance(part, str | int) for part in parts)


def test_the_command_formats_a_file_and_leaves_a_broken_one(tmp_path: Path) -> None:
    good, broken = tmp_path / "good.yaml", tmp_path / "broken.yaml"
    text = FILES[0].read_text(encoding="utf-8")
    good.write_text(text.replace("metadata: {name:", "metadata: { name:  "), encoding="utf-8")
    broken.write_text("a: [\n", encoding="utf-8")
    call_command("lesson", "format", str(good))
    with pytest.raises(Exception, match="1 problem"):
        call_command("lesson", "format", str(broken))

    assert (text, "a: [\n") == (good.read_text(encoding="utf-8"), broken.read_text(encoding="utf-8"))
    assert () == open_lesson(good.read_bytes()).problems
