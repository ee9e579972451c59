"""The rooms of static/js stand in layers: a script imports from its own room and from those before it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from playground.server.static.script_modules import imports_of, late_imports_of

SCRIPTS = Path(__file__).parents[2] / "static/js"
#: From the ground up; "." are the files of static/js itself. The rooms of one row do not know each other.
LAYERS = (
    {"."},
    {"net"},
    {"editor", "board"},
    {"player"},
    {"panels", "console", "palette", "lessons"},
    {"time", "whatif"},
    {"beside"},
    {"kept", "app"},
    {"classroom", "pages"},
)
MOST_FILES = 18


def scripts(folder: Path = SCRIPTS) -> dict[str, str]:
    """Path below static/js → text, of all scripts that are no tests."""
    paths = [path for path in folder.rglob("*.js") if not path.name.endswith(".test.js")]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


def arrows(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(path, path that it imports, at once or later)."""
    for path, text in texts.items():
        for specifier in [*imports_of(text), *late_imports_of(text)]:
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(path), specifier))
            if not imported.startswith("../"):  # what is vendored
                yield path, imported


def layer(room: str) -> int:
    return next(place for place, rooms in enumerate(LAYERS) if room in rooms)


def upward(texts: Mapping[str, str]) -> list[str]:
    """Imports from a room that does not stand before one's own."""
    return [
        f"{path} imports {imported}"
        for path, imported in arrows(texts)
        for own, other in [[posixpath.dirname(item).split("/")[0] or "." for item in (path, imported)]]
        if own != other and layer(other) >= layer(own)
    ]


def folders(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Folder → other folders from which its scripts import."""
    by_name: dict[str, set[str]] = {posixpath.dirname(path): set() for path in texts}
    for path, imported in arrows(texts):
        if posixpath.dirname(path) != posixpath.dirname(imported):
            by_name[posixpath.dirname(path)].add(posixpath.dirname(imported))
    return by_name


def test_no_script_imports_from_a_room_above_its_own() -> None:
    texts = scripts()

    assert len(texts) > 200
    assert len(list(arrows(texts))) > 700
    assert [] == upward(texts)


def test_no_folder_of_scripts_imports_itself_through_others() -> None:
    order = list(TopologicalSorter(folders(scripts())).static_order())

    assert "" == order[0]


def test_no_folder_of_scripts_has_more_files_than_one_sees_at_a_glance() -> None:
    paths = list(scripts())
    sizes = {
        folder: sum(posixpath.dirname(path) == folder for path in paths) for folder in folders(scripts())
    }

    assert {} == {folder: size for folder, size in sizes.items() if size > MOST_FILES}


@pytest.mark.parametrize(
    "back", ['import { a } from "../app/a.js";\n', 'const a = await import("../app/a.js");\n']
)
def test_an_import_from_above_is_found_whether_it_comes_at_once_or_later(back: str) -> None:
    assert ["board/b.js imports app/a.js"] == upward({"app/a.js": "", "board/b.js": back})
