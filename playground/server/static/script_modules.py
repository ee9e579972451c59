"""The script modules that a module imports, recursively: those that a page needs at once or may load
later."""

import posixpath
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings

#: The relative specifier of a static import or of a re-export, which may span several lines. `import()` is
#: not matched, because such a module is loaded later.
IMPORT = re.compile(r"""^(?:import\b|export\s*[{*])[^"'();]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)

#: The relative specifier of an `import()`.
LATE_IMPORT = re.compile(r"""\bimport\(\s*["'](\.{1,2}/[^"']+)["']""")


def imports_of(text: str) -> list[str]:
    """The relative specifiers in the text of a module, in order."""
    paths: list[str] = IMPORT.findall(text)
    return paths


def late_imports_of(text: str) -> list[str]:
    """The relative specifiers of modules that a module loads later."""
    paths: list[str] = LATE_IMPORT.findall(text)
    return paths


@cache
def needed_by(entry: str) -> tuple[str, ...]:
    """Paths below static/ of all modules that `entry` needs; its own imports come first."""
    return tuple(path for path in _followed((entry,), imports_of) if path != entry)


@cache
def reached_from(*entries: str) -> frozenset[str]:
    """Paths below static/ of `entries` and of all modules that they need now or load later."""
    return frozenset(_followed(entries, lambda text: [*imports_of(text), *late_imports_of(text)]))


def _followed(entries: tuple[str, ...], specifiers_of: Callable[[str], list[str]]) -> dict[str, None]:
    """Paths below static/ of `entries` and of the modules that their texts name, level by level."""
    root = Path(settings.STATICFILES_DIRS[0])
    paths: dict[str, None] = dict.fromkeys(entries)
    waiting = [*entries]
    while waiting:
        module = waiting.pop(0)
        for specifier in specifiers_of((root / module).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(module), specifier))
            if path not in paths:
                paths[path] = None
                waiting.append(path)
    return paths
