"""Checks what is vendored against its SHA256SUMS.

`--write` writes the sums instead: the last step of `make vendor`.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "static/vendor", ROOT / "static/fonts", ROOT / "e2e/vendor")
SUMS = "SHA256SUMS"


def vendored(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_file() and p.name != SUMS)


def sums(folder: Path) -> str:
    return "".join(f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in vendored(folder))


def problems() -> list[str]:
    """One sentence for each folder whose files are not those that its SHA256SUMS names; empty is good."""
    return [
        f"{folder.relative_to(ROOT)}: files differ from {SUMS}; renew them with `make vendor`"
        for folder in FOLDERS
        if sums(folder) != (folder / SUMS).read_text()
    ]


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        for folder in FOLDERS:
            (folder / SUMS).write_text(sums(folder))
        return 0
    sentences = problems()
    print("\n".join(sentences) or "vendored files are as their check sums say")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
