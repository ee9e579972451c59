"""Writes static/fonts/ and static/css/fonts.css from the font packages in static/vendor/build/node_modules.

Inter and JetBrains Mono are copied: variable, one woff2 a script, loaded by the browser only when a page
needs it (`unicode-range`). The signs that those files lack come from Inter's own release, as a family that
stands behind both. Noto Sans SC is cut to the characters of the Chinese catalogue and the lessons:
`make vendor` again when they have grown (tests/house/test_fonts.py names what is missing). What people type
themselves falls back to the fonts of their system.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "static/vendor/build/node_modules"
FONTS = ROOT / "static/fonts"
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES"
COURSE = ROOT / "playground/lessons/course"
SUBSETS = ("cyrillic-ext", "cyrillic", "latin-ext", "latin")
NAMES = (
    "@fontsource-variable/inter",
    "@fontsource-variable/jetbrains-mono",
    "inter-ui",
    "@fontsource/noto-sans-sc",
)
VARIABLE = (("Inter", "inter", "100 900"), ("JetBrains Mono", "jetbrains-mono", "100 800"))
CHINESE_WEIGHTS = (400, 600)
# The signs of the board and its arithmetic, so that no machine's own symbol font moves the text beside them.
SYMBOLS = "←→↔↵↺↻⌄⌘⏎≈≠≤≥∞⊘■□▲△▶▷▼▽◀◁◆◇○●✓✗"
BUDGET_BYTES = 260_000
# All Chinese, not each character that the file has: a list of them weighs 1 kB in a first load.
CHINESE = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))


def font_face(family: str, weight: str, file: str, points: str) -> str:
    return (
        "@font-face {\n"
        f'  font-family: "{family}";\n'
        "  font-style: normal;\n"
        "  font-display: swap;\n"
        f"  font-weight: {weight};\n"
        f'  src: url("../fonts/{file}") format("woff2");\n'
        f"  unicode-range: {points};\n"
        "}\n"
    )


def copy_variable(family: str, name: str, weight: str) -> list[str]:
    package = PACKAGES / "@fontsource-variable" / name
    ranges = json.loads((package / "unicode.json").read_text())
    shutil.copy(package / "LICENSE", FONTS / f"{name}.LICENSE")
    faces = []
    for subset in SUBSETS:
        file = f"{name}-{subset}.woff2"
        shutil.copy(package / "files" / f"{name}-{subset}-wght-normal.woff2", FONTS / file)
        faces.append(font_face(family, weight, file, ranges[subset].replace(",", ", ")))
    return faces


def cut(source: Path, characters: Iterable[str], target: Path) -> int:
    """Writes `target`, a woff2 with only these characters, and gives its size in bytes."""
    options = Options(flavor="woff2", layout_features=["kern", "locl"], desubroutinize=True, hinting=False)
    font = load_font(str(source), options)
    font.recalcTimestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    save_font(font, str(target), options)
    return target.stat().st_size


def unicode_range(characters: Iterable[str]) -> str:
    return ", ".join(f"U+{ord(c):X}" for c in characters)


def cut_symbols() -> list[str]:
    file = "inter-symbols.woff2"
    size = cut(PACKAGES / "inter-ui/variable/InterVariable.woff2", SYMBOLS, FONTS / file)
    print(f"Inter: {len(SYMBOLS)} signs, {size} bytes")
    return [font_face("Signs", "100 900", file, unicode_range(SYMBOLS))]


def chinese_characters() -> list[str]:
    """What the Chinese translations and the lessons say; the language's own name is on every page."""
    texts = ["简体中文"]
    for catalogue in sorted(CATALOGUE.glob("*.po")):
        text = catalogue.read_text(encoding="utf-8")
        texts += re.findall(r'^(?:msgstr(?:\[\d\])? )?"(.*)"$', text, re.MULTILINE)
    texts += [file.read_text(encoding="utf-8") for file in sorted(COURSE.glob("*.yaml"))]
    return sorted({c for c in "".join(texts) if is_chinese(c)})


def is_chinese(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in CHINESE)


def cut_chinese() -> list[str]:
    package = PACKAGES / "@fontsource/noto-sans-sc"
    characters = chinese_characters()
    shutil.copy(package / "LICENSE", FONTS / "noto-sans-sc.LICENSE")
    points = ", ".join(f"U+{first:X}-{last:X}" for first, last in CHINESE)
    faces, size = [], 0
    for weight in CHINESE_WEIGHTS:
        source = package / "files" / f"noto-sans-sc-chinese-simplified-{weight}-normal.woff2"
        file = f"noto-sans-sc-{weight}.woff2"
        size += cut(source, characters, FONTS / file)
        faces.append(font_face("Noto Sans SC", str(weight), file, points))
    print(f"Noto Sans SC: {len(characters)} characters, {size} bytes")
    if size > BUDGET_BYTES:
        raise SystemExit(f"Noto Sans SC takes {size} bytes, more than the {BUDGET_BYTES} a page may cost")
    return faces


def main() -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    faces = [face for family in VARIABLE for face in copy_variable(*family)] + cut_symbols() + cut_chinese()
    versions = {name: json.loads((PACKAGES / name / "package.json").read_text())["version"] for name in NAMES}
    (FONTS / "VERSIONS").write_text("".join(f"{name} {version}\n" for name, version in versions.items()))
    css = ROOT / "static/css/fonts.css"
    css.write_text("/* Written by tools/fonts.py. */\n\n" + "\n".join(faces))


if __name__ == "__main__":
    main()
