"""Message catalogues: `.mo` files are not in the repository, they are compiled when older than their `.po`.

Imports nothing of Django, so that the wheel's build hook can use it too.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from playground.paths import ASSETS


def compile_stale(locale: Path = ASSETS / "locale") -> list[Path]:
    """Compiles each catalogue under `locale` that changed; gives the paths of the `.mo` files it wrote."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        partial = target.with_suffix(".mo.partial")  # another process may read the old one meanwhile
        with partial.open("wb") as file:
            write_mo(file, catalogue)
        partial.replace(target)
        written.append(target)
    return written
