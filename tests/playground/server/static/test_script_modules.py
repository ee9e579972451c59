"""What a script needs is known before the browser asks for it."""

import re

import pytest
from django.conf import settings

from playground.server.static.script_modules import imports_of, late_imports_of, needed_by, reached_from


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('import { a } from "./a.js";\n', ["./a.js"]),
        ('import {\n  a,\n  b,\n} from "../b/c.js";\n', ["../b/c.js"]),
        ('import "./effects.js";\nexport { d } from "./d.js";\n', ["./effects.js", "./d.js"]),
        ('export * from "./all.js";\n', ["./all.js"]),
        ('const late = await import("./late.js");\n', []),
        ('export const from = "./no.js";\n', []),
    ],
)
def test_static_imports_are_found_and_late_ones_are_not(text: str, expected: list[str]) -> None:
    assert expected == imports_of(text)


def test_a_page_needs_what_its_modules_import_again() -> None:
    needed = needed_by("js/app/main.js")

    assert "js/app/bar-wiring.js" == needed[0]
    assert "js/board/board.js" in needed
    assert "js/app/main.js" not in needed
    assert len(needed) == len(set(needed)) > 80
    assert [] == [path for path in needed if not (settings.STATICFILES_DIRS[0] / path).is_file()]


def test_what_is_loaded_later_is_found_too() -> None:
    text = 'const a = await import("./a.js");\nfetch: () => Promise.all([import("../b.js"), import("./c.js")]),\n'

    assert ["./a.js", "../b.js", "./c.js"] == late_imports_of(text)


def test_a_page_reaches_what_it_loads_later_and_not_the_scripts_of_other_pages() -> None:
    reached = reached_from("js/app/main.js", "js/pages/chrome.js")

    assert {"js/app/main.js", *needed_by("js/app/main.js"), *needed_by("js/pages/chrome.js")} < reached
    assert {"js/panels/termination/lanes-panel.js", "js/lessons/task.js", "vendor/codemirror.js"} < reached
    assert "js/classroom/main.js" not in reached
    assert [] == [path for path in reached if not (settings.STATICFILES_DIRS[0] / path).is_file()]


def test_no_script_names_what_it_loads_later_otherwise_than_by_a_text() -> None:
    scripts = (settings.STATICFILES_DIRS[0] / "js").rglob("*.js")
    texts = {str(path): path.read_text(encoding="utf-8") for path in scripts}
    by_name = {name: len(re.findall(r"(?<![\w.])import\(", text)) for name, text in texts.items()}

    assert {name: n for name, n in by_name.items() if n} == {
        name: len(result) for name, text in texts.items() if (result := late_imports_of(text))
    }
