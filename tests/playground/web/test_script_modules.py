"""What a script needs is known before the browser asks for it."""

import pytest
from django.conf import settings

from playground.web.script_modules import imports_of, needed_by


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
    needed = needed_by("js/main.js")

    assert "js/app/address.js" == needed[0]
    assert "js/board/board.js" in needed
    assert "js/main.js" not in needed
    assert len(needed) == len(set(needed)) > 80
    assert [] == [path for path in needed if not (settings.STATICFILES_DIRS[0] / path).is_file()]
