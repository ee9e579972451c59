"""Every character that a page can show is in the fonts that podium carries, in prose and in code."""

import ast
import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from playground.server.static.without_comments import without_comments

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "static"
FACE = re.compile(r'family: "([^"]+)";.*?fonts/([^"]+)".*?unicode-range: ([^;]+);', re.DOTALL)
FAMILIES = re.compile(r"--(font|mono): ([^;]+);")
#: Texts of a catalogue, also what stands on the lines after the first one.
PO_TEXT = re.compile(r'^(?:msgid |msgid_plural |msgstr(?:\[\d\])? )?"(.*)"$', re.MULTILINE)
TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]+)\}")
CSS_ESCAPED = re.compile(r"\\([0-9a-fA-F]{2,6})")
#: The signs of the editor that stand in front of what can be folded.
FOLDING = re.compile(r'openText:"([^"]+)",closedText:"([^"]+)"')
#: Characters that a module compares with what people wrote, and never shows.
READ = {
    "playground/texts/manifests/pasted_text.py": "❯➜",
    "playground/explain/views.py": "\ufffd",
    "scheduler_core/queries/event_texts/event_lines.py": "❯",
    "playground/texts/manifests/yaml_source.py": "\ufffd\U00010000",
    "playground/texts/manifests/yaml_text.py": "\u2027\ufffd\U00010000",
    "playground/texts/manifests/yaml_values.py": "\ufffd",
    "playground/pictures/letters.py": "\u2e80\u9fff",
    "playground/texts/terms/cards.toml": "钩",
    "scheduler_core/objects/scalars/durations.py": "μ",
    "scheduler_core/messages/__init__.py": "\u3400\u9fff",
    "static/js/i18n.js": "\u3400\u9fff",
    "static/js/panels/faults/pod-troubles.js": "\u3000\u303f",
}


@cache
def carried(purpose: str) -> frozenset[int]:
    """Code points that the families of --font or --mono draw, as far as a browser asks their files for them."""
    families = dict(FAMILIES.findall((STATIC / "css/tokens.css").read_text()))[purpose]
    points: set[int] = set()
    for family, file, ranges in FACE.findall((STATIC / "css/fonts.css").read_text()):
        if f'"{family}"' in families:
            points |= in_ranges(ranges) & set(TTFont(STATIC / "fonts" / file).getBestCmap())
    return frozenset(points)


def in_ranges(text: str) -> set[int]:
    points: set[int] = set()
    for part in text.replace("U+", "").split(","):
        first, _, last = part.strip().partition("-")
        points |= set(range(int(first, 16), int(last or first, 16) + 1))
    return points


def drawn(character: str) -> bool:
    """Whether a font has to have it: not so controls, surrogates, and code points without a character."""
    return unicodedata.category(character)[0] != "C"


def unescaped(text: str) -> str:
    return ESCAPED.sub(lambda result: chr(int(result[1] or result[2], 16)), text)


def strings(source: str) -> Iterator[str]:
    """The strings of a Python module, without those that stand alone as a statement: they describe."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def shown() -> Iterator[tuple[str, str]]:
    """(place, text): all that a page can show, without the comments beside it."""
    for path in ROOT.glob("locale/*/LC_MESSAGES/*.po"):
        yield place(path), unescaped("".join(PO_TEXT.findall(path.read_text(encoding="utf-8"))))
    for path in ROOT.glob("templates/**/*"):
        if path.is_file():
            yield place(path), html.unescape(TEMPLATE_COMMENT.sub("", path.read_text(encoding="utf-8")))
    for path in STATIC.glob("js/**/*.js"):
        if not path.name.endswith((".test.js", ".cases.js", "harness.js")):
            yield place(path), unescaped(without_comments(path.read_bytes()).decode())
    for path in STATIC.glob("css/*.css"):
        sheet = CSS_COMMENT.sub("", path.read_text(encoding="utf-8"))
        yield place(path), CSS_ESCAPED.sub(lambda result: chr(int(result[1], 16)), sheet)
    for path in [*ROOT.glob("playground/**/*.yaml"), *ROOT.glob("playground/**/*.toml")]:
        yield place(path), unescaped(path.read_text(encoding="utf-8"))
    for path in [*ROOT.glob("playground/**/*.py"), *ROOT.glob("scheduler_core/**/*.py")]:
        yield place(path), "".join(strings(path.read_text(encoding="utf-8")))
    editor = STATIC / "vendor/codemirror.js"
    yield place(editor), "".join(FOLDING.findall(editor.read_text(encoding="utf-8"))[0])


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def places() -> dict[str, frozenset[str]]:
    """Each character that a page can show → where it stands."""
    result: dict[str, set[str]] = defaultdict(set)
    for where, text in shown():
        for character in filter(drawn, set(text)):
            result[character].add(where)
    return {character: frozenset(where) for character, where in result.items()}


def missing(purpose: str) -> list[str]:
    return [
        f"{character} U+{ord(character):04X} {unicodedata.name(character, '')}: {where}"
        for character, all_places in sorted(places().items())
        if ord(character) not in carried(purpose)
        for where in sorted(all_places)
        if character not in READ.get(where, "")
    ]


@pytest.mark.parametrize("purpose", ["font", "mono"])
def test_every_character_that_a_page_can_show_is_in_the_fonts_that_podium_carries(purpose: str) -> None:
    assert [] == missing(purpose), "`make vendor`, or add it to SYMBOLS in tools/fonts.py, or write another"


def test_the_search_finds_the_texts_of_each_kind_of_file() -> None:
    kinds = {Path(where).suffix for all_places in places().values() for where in all_places}

    assert {".po", ".html", ".js", ".css", ".yaml", ".py"} <= kinds
    assert len(places()) > 1000


def test_every_character_that_is_only_read_still_stands_in_its_module() -> None:
    assert [] == [
        f"{character!r} in {where}"
        for where, characters in READ.items()
        for character in characters
        if where not in places().get(character, ())
    ]
