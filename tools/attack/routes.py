"""Every address that podium has, read from its URLconf, and the names of what its pages are asked with."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tests.harness.server import ROOT

_PARAMETER = re.compile(r"""request\.(?:GET|POST)(?:\.get\(|\[)["'](\w+)["']""")
_PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


@dataclass(frozen=True)
class Route:
    """`path` has its variable parts in braces, whose names are `parts`."""

    name: str
    path: str
    parts: tuple[str, ...]


@lru_cache
def routes() -> tuple[Route, ...]:
    if "DJANGO_SETTINGS_MODULE" not in os.environ:
        os.environ["DJANGO_SETTINGS_MODULE"] = "playground.settings"
        os.environ.setdefault("PODIUM_DATA", tempfile.mkdtemp(prefix="podium-attack-"))
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()
    from django.urls import URLResolver, get_resolver

    def walk(resolver: URLResolver, before: str, path: str) -> Iterator[Route]:
        for pattern in resolver.url_patterns:
            whole = path + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern, f"{pattern.namespace}:" if pattern.namespace else before, whole)
            else:
                parts = tuple(a or b for a, b in _PLACE.findall(whole))
                plain = _PLACE.sub(lambda match: "{%s}" % (match[1] or match[2]), whole)
                yield Route(f"{before}{pattern.name}", "/" + re.sub(r"[\\^$]", "", plain), parts)

    return tuple(walk(get_resolver(), "", ""))


@lru_cache
def parameters() -> tuple[str, ...]:
    """The names of all fields of forms and queries that a view reads."""
    names: set[str] = set()
    for file in sorted((ROOT / "playground").rglob("*.py")):
        names |= set(_PARAMETER.findall(file.read_text()))
    return tuple(sorted(names))
