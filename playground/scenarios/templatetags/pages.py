"""Tags of the pages: theme, languages, the browser's catalogue and import map, drawings, places and sizes."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from playground import catalogues
from playground.scenarios.drawing import Drawing, picture

register = template.Library()

THEMES = ("dark", "light")
LANGUAGE_NAMES = {"en": "English", "id": "Bahasa Indonesia", "zh-hans": "简体中文", "uk": "Українська"}


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """The theme this visitor chose; dark to begin with."""
    request: HttpRequest | None = context.get("request")
    chosen = request.COOKIES.get("podium_theme", "") if request else ""
    return chosen if chosen in THEMES else THEMES[0]


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Codes and names, each name in its own language."""
    return [(code, LANGUAGE_NAMES[code]) for code, _ in settings.LANGUAGES]


@register.simple_tag
def catalogue_url() -> str:
    language = get_language() or "en"
    return reverse("scenarios:catalogue", args=[language, catalogues.browser_catalogue(language).digest])


@register.simple_tag(takes_context=True)
def import_map(context: template.Context) -> str:
    """Relative imports resolve to unhashed addresses; with hashed files this map leads them on. Else it is empty."""
    hashed: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    scripts = {
        staticfiles_storage.base_url + plain: staticfiles_storage.base_url + name
        for plain, name in hashed.items()
        if plain.startswith(("js/", "vendor/")) and plain.endswith(".js")
    }
    if not scripts:
        return ""
    text = json.dumps({"imports": scripts}, sort_keys=True).replace("<", "\\u003c")
    request: Any = context.get("request")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        getattr(request, "csp_nonce", ""),
        mark_safe(text),  # noqa: S308  (addresses of our own files, "<" escaped)
    )


@register.simple_tag
def drawing(value: dict[str, Any], *, large: bool = False) -> SafeString:
    """The small picture of a state, from `Scenario.drawing`."""
    shown = picture(Drawing.from_json(value), large=large)
    return mark_safe(render_to_string("scenarios/drawing.svg", {"picture": shown}))  # noqa: S308  (autoescaped)


@register.filter
def megabytes(count: int) -> str:
    return f"{count / 1024 / 1024:.0f} MB"
