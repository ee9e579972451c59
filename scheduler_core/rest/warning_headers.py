"""The `Warning` headers of an answer, bounded in size.

Source: k8s.io/apiserver pkg/endpoints/filters/warning.go (`recorder.AddWarning`) and k8s.io/apimachinery
pkg/util/net/http.go (`NewWarningHeader`), v0.34.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

TRUNCATE_AT_TOTAL_RUNES = 4 * 1024
TRUNCATE_ITEM_RUNES = 256


def warning_headers(texts: Sequence[str]) -> tuple[str, ...]:
    """The value of a header for each different text, in their order.

    As soon as the texts together have more than 4 096 characters, each is cut to 256 characters, and texts
    that come after 4 096 such characters are left out. Upstream also leaves out a text with a control
    character; here a space takes its place, because messages about YAML have several lines.
    """
    different = dict.fromkeys(_printable(text) for text in texts if text)
    headers: list[str] = []
    written = 0
    truncating = False
    for number, text in enumerate(different):
        if truncating and written >= TRUNCATE_AT_TOTAL_RUNES:
            break
        if not truncating and written + len(text) > TRUNCATE_AT_TOTAL_RUNES:
            truncating = True
            cut = [warning[:TRUNCATE_ITEM_RUNES] for warning in list(different)[: number + 1]]
            written = sum(map(len, cut))
            headers = [_header(warning) for warning in cut]
            continue
        item = text[:TRUNCATE_ITEM_RUNES] if truncating else text
        written += len(item)
        headers.append(_header(item))
    return tuple(headers)


def _printable(text: str) -> str:
    return "".join(" " if unicodedata.category(char) in ("Cc", "Cs") else char for char in text)


def _header(text: str) -> str:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'299 - "{quoted}"'
