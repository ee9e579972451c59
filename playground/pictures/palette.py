"""The colours of both themes, read from static/css/tokens.css."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from playground.paths import ASSETS

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
_TOKEN = re.compile(r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{3,8}),\s*(#[0-9a-f]{3,8})\)")


@cache
def colours(theme: Theme) -> dict[str, str]:
    """Token → colour, for the tokens that a theme defines."""
    text = (ASSETS / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    return {name: light if theme == "light" else dark for name, light, dark in _TOKEN.findall(text)}
