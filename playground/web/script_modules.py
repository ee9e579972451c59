"""Which script modules a module imports, and these again: what a page that loads it is going to need."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.conf import settings

#: The relative specifier of a static import or of a re-export, which may stand on several lines. `import()`
#: is not matched: such a module is loaded later.
IMPORT = re.compile(r"""^(?:import\b|export\s*[{*])[^"'();]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


def imports_of(text: str) -> list[str]:
    """The relative specifiers in the text of a module, in their order."""
    found: list[str] = IMPORT.findall(text)
    return found


@cache
def needed_by(entry: str) -> tuple[str, ...]:
    """Paths below static/ of all modules that `entry` needs, those that it imports itself first."""
    root = Path(settings.STATICFILES_DIRS[0])
    found: dict[str, None] = {entry: None}
    waiting = [entry]
    while waiting:
        module = waiting.pop(0)
        for specifier in imports_of((root / module).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(module), specifier))
            if path not in found:
                found[path] = None
                waiting.append(path)
    return tuple(path for path in found if path != entry)
