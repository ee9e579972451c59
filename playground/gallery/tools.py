"""Pages that belong to a scenario. The table has the slug, the name of the page's address, and the link's
text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

_TOOLS: Mapping[str, tuple[str, str]] = {
    "shortest-wins": ("grace:grace", gettext_noop("Grace calculator")),
}


@dataclass(frozen=True, slots=True)
class Tool:
    url: str
    words: str


def tool_of(slug: str) -> Tool | None:
    """The page that belongs to a scenario, with texts in the active language; None without one."""
    if slug not in _TOOLS:
        return None
    address, words = _TOOLS[slug]
    return Tool(reverse(address), gettext(words))
