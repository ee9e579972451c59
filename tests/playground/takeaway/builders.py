"""What stands in a link."""

from __future__ import annotations

import base64
import zlib


def unpacked(fragment: str) -> str:
    data = fragment.removeprefix("run=")
    return zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), -zlib.MAX_WBITS).decode()
