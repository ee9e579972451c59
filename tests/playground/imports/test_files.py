"""Several files as one text: markers, and places within a file."""

import pytest

from playground.imports.files import Places, join

JOINED = "kind: Pod\n---\n# file: web.yaml\na: 1\nb: 2\n---\n# file: db.yaml\nc: 3"


def test_named_texts_have_a_marker_and_are_documents_of_their_own() -> None:
    joined = join([("", "kind: Pod"), ("web.yaml", "a: 1\nb: 2"), ("db.yaml", "c: 3")])

    assert JOINED == joined


def test_a_name_with_line_breaks_stays_on_its_line() -> None:
    joined = join([("a\nkind: Pod", "x: 1")])

    assert "# file: a kind: Pod\nx: 1" == joined


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (1, "1:7"),
        (2, "2:7"),
        (3, "web.yaml:1:7"),
        (4, "web.yaml:1:7"),
        (5, "web.yaml:2:7"),
        (8, "db.yaml:1:7"),
    ],
)
def test_a_line_is_counted_within_its_file(line: int, place: str) -> None:
    named = Places.of(JOINED).name(line, 7)

    assert place == named


def test_a_text_without_markers_counts_its_own_lines() -> None:
    named = Places.of("a: 1\n# a file: no\n").name(2, 1)

    assert "2:1" == named


def test_the_only_file_of_a_text_is_named_and_counts_the_lines_of_the_text() -> None:
    alone, joined = Places.of("a: 1\nb: 2\n", "dump.yaml"), Places.of(JOINED, "dump.yaml")

    assert ("dump.yaml:2:7", "web.yaml:1:7") == (alone.name(2, 7), joined.name(4, 7))


def test_lines_that_end_as_in_windows_are_markers_too() -> None:
    named = Places.of("# file: a.yaml\r\nx: 1\r\n").name(2, 1)

    assert "a.yaml:1:1" == named
