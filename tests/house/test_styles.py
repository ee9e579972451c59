"""Style sheets and scripts are written by rule: tokens in place of their values, lines that fit a screen."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY, priority_band

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
TEMPLATES = STATIC.parent / "templates"
COLUMNS = 120
#: A sentence of the catalogue and the path of an icon stay whole: the collector reads one entry a line.
UNBROKEN = re.compile(r'"[^"]{80,}"')
#: Written by tools/fonts.py.
GENERATED = {"fonts.css"}
SHEETS = {
    path.name: path.read_text() for path in sorted(STATIC.glob("css/*.css")) if path.name not in GENERATED
}
SCRIPTS = {
    path.relative_to(STATIC).as_posix(): path.read_text() for path in sorted(STATIC.glob("js/**/*.js"))
}
SPACE = {4, 8, 12, 16, 20, 24, 32, 48}
RADII = {4, 6, 10}
#: Names of nodes on a projector, see the scale of type in tokens.css.
TYPE_OFF_SCALE = {"17.5px"}
SPACING = re.compile(r"(?<![\w-])((?:padding|margin)[\w-]*|(?:row-|column-)?gap)\s*:\s*([^;}]+)")
RADIUS = re.compile(r"(?<![\w-])(border-[\w-]*radius)\s*:\s*([^;}]+)")
#: `.gantt text` and `.ring text` are measured in the units of their drawing.
FONT = re.compile(r"(?<![\w-])(font|font-size)\s*:\s*([^;}]+)")
PIXELS = re.compile(r"(?<![\w.])-?(\d+)px\b")


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def declared_tokens() -> set[str]:
    return set(re.findall(r"(--[\w-]+)\s*:", without_comments(SHEETS["tokens.css"])))


def literals(sheet: str, declarations: re.Pattern[str], scale: set[int]) -> list[str]:
    """`property: value` of every declaration that writes a value of the scale as a literal."""
    results = []
    for name, value in declarations.findall(without_comments(sheet)):
        if any(int(pixels) in scale for pixels in PIXELS.findall(value)):
            results.append(f"{name}: {value.strip()}")
    return results


def repeating_gradients(sheet: str) -> list[str]:
    """Each `repeating-…-gradient(…)` of a style sheet, with what its parentheses hold."""
    gradients = []
    text = without_comments(sheet)
    for start in re.finditer(r"repeating-\w+-gradient\(", text):
        end, depth = start.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        gradients.append(text[start.start() : end])
    return gradients


def mixed_tokens() -> set[str]:
    """Tokens whose value is a mixture somewhere."""
    declarations = re.findall(r"(--[\w-]+)\s*:\s*([^;}]+)", without_comments("\n".join(SHEETS.values())))
    return {name for name, value in declarations if "color-mix(" in value}


def test_no_mixture_of_colours_is_a_stop_of_a_repeating_gradient() -> None:
    """Firefox 153 draws hairlines in place of such stripes; a token with a plain colour is drawn everywhere."""
    gradients = [gradient for sheet in SHEETS.values() for gradient in repeating_gradients(sheet)]
    refused = ["color-mix(", *(f"var({token}" for token in mixed_tokens())]

    assert 10 < len(gradients)
    assert [] == [gradient for gradient in gradients if any(part in gradient for part in refused)]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_colour_thickness_and_style_of_a_line_have_properties_of_their_own(name: str) -> None:
    """WebKitGTK 2.50 drops a `text-decoration` that names more than the line."""
    lines = re.findall(r"(?<![\w-])text-decoration\s*:\s*([^;}]+)", without_comments(SHEETS[name]))

    assert set() == {line.strip() for line in lines} - {"none", "underline", "line-through"}


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (".a { background: linear-gradient(red, blue); }", []),
        (
            ".a { background: repeating-linear-gradient(1deg, color-mix(in srgb, red, var(--b)) 0 1px), red; }",
            ["repeating-linear-gradient(1deg, color-mix(in srgb, red, var(--b)) 0 1px)"],
        ),
    ],
)
def test_a_repeating_gradient_is_read_with_its_parentheses(sheet: str, expected: list[str]) -> None:
    assert expected == repeating_gradients(sheet)


def test_every_token_is_used() -> None:
    text = "\n".join(
        [*SHEETS.values(), *SCRIPTS.values(), *(p.read_text() for p in TEMPLATES.rglob("*.html"))]
    )
    # static/js/board/motion.js reads the times by their names
    times = {f"--t-{name}" for name in re.findall(r'"(\w+)"', SCRIPTS["js/board/motion.js"].split("]")[0])}

    tokens = declared_tokens()
    unused = {token for token in tokens - times if not re.search(rf"var\({token}[,)]|\"{token}\"", text)}

    assert 60 < len(tokens)
    assert set() == unused


def test_every_token_that_is_used_is_declared() -> None:
    everything = "\n".join(SHEETS.values())
    used = set(re.findall(r"var\((--[\w-]+)", everything))
    declared = set(re.findall(r"(--[\w-]+)\s*:", without_comments(everything)))
    # set by scripts on the element that they draw
    given = set(re.findall(r"\"(--[\w-]+)\"", "\n".join(SCRIPTS.values())))

    assert 60 < len(used)
    assert set() == used - declared - given


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_spaces_and_radii_of_the_scale_are_tokens(name: str) -> None:
    result = literals(SHEETS[name], SPACING, SPACE) + literals(SHEETS[name], RADIUS, RADII)

    assert [] == result


@pytest.mark.parametrize("name", sorted(set(SHEETS) - {"tokens.css"}))
def test_type_has_sizes_of_the_scale(name: str) -> None:
    results = []
    for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", without_comments(SHEETS[name])):
        selector, body = rule
        if re.search(r"\btext\b", selector):
            continue
        for _, value in FONT.findall(body):
            results += re.findall(r"[\d.]+px", value.split("/")[0])

    assert set() == set(results) - TYPE_OFF_SCALE


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_a_comment_says_why_a_declaration_is_important(name: str) -> None:
    lines = SHEETS[name].splitlines()
    results = [n for n, line in enumerate(lines) if "!important" in line]

    assert [] == [lines[n] for n in results if "*/" not in lines[n] and "*/" not in lines[n - 1]]


@pytest.mark.parametrize("name", sorted(SHEETS | SCRIPTS))
def test_no_line_is_longer_than_a_screen_is_wide(name: str) -> None:
    text = (SHEETS | SCRIPTS)[name]

    assert [] == [line for line in text.splitlines() if len(line) > COLUMNS and not UNBROKEN.search(line)]


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (".a { padding: 0 8px; }", ["padding: 0 8px"]),
        (".a { margin: -4px 0; }", ["margin: -4px 0"]),
        (".a { gap: 5px var(--s2); }", []),
        ("/* padding: 8px */ .a { width: 8px; }", []),
    ],
)
def test_a_literal_of_the_scale_is_noticed(sheet: str, expected: list[str]) -> None:
    assert expected == literals(sheet, SPACING, SPACE)


def test_no_rule_for_all_elements_gives_transitions_a_duration() -> None:
    # the property that changes is `all` unless it is named: icons would come several frames after their words
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", without_comments("\n".join(SHEETS.values())))
    for_all = {
        selector.strip(): body for selector, body in rules if re.match(r"\*\W*(,|$)", selector.strip())
    }

    assert any("transition" in body for body in for_all.values())
    assert [] == [body for body in for_all.values() if re.search(r"transition(?!:\s*none)", body)]


def lightness(colour: str) -> float:
    """L* of CIELAB, 0 to 100, of a colour as #rrggbb."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * luminance ** (1 / 3) - 16


@pytest.mark.parametrize(("theme", "sign"), [(0, -1), (1, 1)], ids=["light", "dark"])
def test_each_priority_is_drawn_darker_or_brighter_than_the_one_below_it(theme: int, sign: int) -> None:
    results = re.findall(r"--p(\d): light-dark\((#\w{6}), (#\w{6})\)", SHEETS["tokens.css"])
    ramp = [lightness((light, dark)[theme]) for _, light, dark in sorted(results)]
    steps = [sign * (higher - lower) for lower, higher in pairwise(ramp)]

    assert priority_band(SYSTEM_CRITICAL_PRIORITY) == len(steps)
    assert [] == [step for step in steps if step < 8]
