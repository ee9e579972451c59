"""Sentences about a search through time that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "find.too_long": "A search may have at most {most} characters.",
        "find.too_many": "A search may have at most {most} words.",
        "find.unknown_field": (
            "Unknown field {name}. Known fields: {supported}. Put text with a colon in quotes."
        ),
        "figure.unknown": "Unknown figure {got}. Known figures: {supported}.",
        "figure.no_node": "There is no node {name}.",
    }
)
