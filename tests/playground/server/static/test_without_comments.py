"""Comments and indentation go on a script's way to the browser, and nothing else does."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from playground import settings
from playground.server.static.without_comments import COMMENT, OURS, WithoutComments, without_comments

SCRIPT = b"""/** What it does. */
import { a } from "./a.js"; // beside code
/**
 * Of several lines, with 2 * 3 stars **.
 */
  // of one line
const url = "https://example.org/*"; /* beside code */
/*! a licence */
export function b() {
  return a * 2;
}
const yaml = `kind: Pod
metadata:
  name: ${a}`;
"""


EXPECTED = b"""import { a } from "./a.js"; // beside code
const url = "https://example.org/*"; /* beside code */
/*! a licence */
export function b() {
return a * 2;
}
const yaml = `kind: Pod
metadata:
  name: ${a}`;
"""


def test_comments_of_whole_lines_and_indentation_go_and_code_and_literals_stay() -> None:
    assert EXPECTED == without_comments(SCRIPT)


def test_a_literal_inside_a_literal_keeps_its_spaces() -> None:
    script = b"  node.className = `tp ${side}${kind ? ` ${kind}` : ''}`;\n"

    assert script == without_comments(script)


def test_what_is_published_is_shortened_also_when_the_file_was_read_before(tmp_path: Path) -> None:
    file = ContentFile(SCRIPT)
    file.read()

    WithoutComments(location=tmp_path).save("js/a.js", file)

    assert EXPECTED == (tmp_path / "js/a.js").read_bytes()


@pytest.mark.parametrize("folder", OURS)
def test_no_file_has_a_comment_that_belongs_to_a_template_literal(folder: str) -> None:
    files = [
        path
        for path in (settings.ASSETS / "static" / folder).rglob("*")
        if path.suffix in {".js", ".css"} and ".test." not in path.name
    ]
    within = [
        (path.name, match[0])
        for path in files
        for text in [path.read_bytes()]
        for match in COMMENT.finditer(text)
        if without_comments(text[: match.start()]).count(b"`") % 2
    ]

    assert len(files) > 10
    assert [] == within


def test_no_script_has_a_backtick_that_neither_begins_nor_ends_a_template_literal() -> None:
    scripts = [
        path for path in (settings.ASSETS / "static/js").rglob("*.js") if not path.name.endswith(".test.js")
    ]
    odd = [path.name for path in scripts if without_comments(path.read_bytes()).count(b"`") % 2]

    assert len(scripts) > 100
    assert [] == odd
