"""Template tags: theme, languages, the browser's catalogue and import map, drawings, places and sizes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from playground.gallery import services as gallery
from playground.gallery import topics
from playground.gallery.pictures.shapes import Picture
from playground.gallery.tools import Tool, tool_of
from playground.imports import services as imports
from playground.imports import situation
from playground.runs import access
from playground.server.static.script_modules import needed_by, reached_from
from playground.texts import catalogues, dump_commands, messages

register = template.Library()

THEMES = ("auto", "dark", "light")
LANGUAGE_NAMES = {"en": "English", "id": "Bahasa Indonesia", "zh-hans": "简体中文", "uk": "Українська"}


@register.simple_tag
def dump_command() -> str:
    """The command that prints a whole cluster."""
    return dump_commands.WHOLE_CLUSTER


@register.simple_tag
def dump_command_in_lines() -> str:
    """The same command in several lines."""
    return dump_commands.in_lines()


@register.simple_tag
def devices_command() -> str:
    """The command that prints the objects of dynamic resource allocation."""
    return dump_commands.DEVICES


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """The theme that the visitor chose, or "auto", which follows the system."""
    request: HttpRequest | None = context.get("request")
    chosen = request.COOKIES.get("podium_theme", "") if request else ""
    return chosen if chosen in THEMES else THEMES[0]


@register.filter
def listed(entries: Iterable[Any]) -> str:
    """The entries joined by the list separator of the page's language, as by `messages.listed`."""
    return messages.listed(entries)


@register.simple_tag
def between() -> str:
    """The list separator of the page's language."""
    return messages.say({"id": "list.between"})


@register.simple_tag
def gap() -> str:
    """A space between two sentences; none in Chinese, whose full stop is as wide as a character."""
    return "" if (get_language() or "").startswith("zh") else " "


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Codes and names; each name is in its own language."""
    return [(code, LANGUAGE_NAMES[code]) for code, _ in settings.LANGUAGES]


@register.simple_tag
def catalogue_url(*, board: bool = False) -> str:
    """The address of the browser's texts, or of those of a `board` outside of rooms and lessons."""
    language = get_language() or "en"
    digest = catalogues.browser_catalogue(language, board=board).digest
    return reverse("site:board_catalogue" if board else "site:catalogue", args=[language, digest])


@register.simple_tag(takes_context=True)
def import_map(context: template.Context, *entries: str) -> str:
    """The import map: from script addresses in imports to hashed addresses. It has all scripts, or only those
    that the page's `entries` need now or load later."""
    hashed: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    base: str = getattr(staticfiles_storage, "base_url", "")
    reached = reached_from(*entries) if entries else hashed
    scripts = {
        base + plain: base + name
        for plain, name in hashed.items()
        if plain.startswith(("js/", "vendor/")) and plain.endswith(".js") and plain in reached
    }
    if not scripts:
        return ""
    text = json.dumps({"imports": scripts}, sort_keys=True).replace("<", "\\u003c")
    request: Any = context.get("request")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        getattr(request, "csp_nonce", ""),
        mark_safe(text),
    )


@register.simple_tag
def preloaded(entry: str) -> SafeString:
    """Links that make the browser fetch all modules of a script at once, instead of one level of imports
    after another. Empty while edited static files are served directly, because the modules may change."""
    if not settings.HASHED_STATIC:
        return mark_safe("")
    addresses = (staticfiles_storage.url(path) for path in needed_by(entry))
    return format_html_join(
        "\n  ", '<link rel="modulepreload" href="{}">', ((address,) for address in addresses)
    )


@register.simple_tag
def drawing(value: dict[str, Any]) -> SafeString:
    """The picture of a card, from `Scenario.drawing`."""
    return mark_safe(render_to_string("gallery/drawing.svg", {"picture": Picture.from_json(value)}))


@register.filter
def megabytes(count: int) -> str:
    return messages.size(count)


@register.simple_tag
def tool(slug: str) -> Tool | None:
    """The page that belongs to a scenario; None without one."""
    return tool_of(slug)


@register.simple_tag
def following(slug: str) -> gallery.Following | None:
    """The scenario to open after this one; None without one."""
    return gallery.following(slug)


@register.simple_tag(takes_context=True)
def has_runs(context: template.Context) -> bool:
    """Whether the visitor has made a run, according to the cookies."""
    request: HttpRequest | None = context.get("request")
    return request is not None and access.may_have_runs(request.COOKIES)


@register.filter
def topic_title(topic: str | None) -> str:
    """The title of a topic of the gallery in the active language; "" without one."""
    return topics.title(topic or "")


@register.simple_tag
def report_url(run_id: str) -> str:
    """The address of the report of a run's import; "" for runs that were not imported."""
    return reverse("imports:report", args=[run_id]) if imports.has_report(run_id) else ""


@register.simple_tag
def import_doubt(run_id: str) -> str:
    """That answers may be wrong because of what the text of a run's import lacks; "" where it lacks
    nothing."""
    stored = imports.report_of_origin(run_id)
    return "" if stored is None else situation.doubt(stored.situation)


@register.filter
def typed(address: str) -> str:
    """The short form of a join address for typing: without the scheme and the final code."""
    return address.split("://", 1)[-1].rsplit("/", 1)[0]


@register.filter
def language_short(code: str) -> str:
    """The short name of a language for narrow screens."""
    return {"zh-hans": "中文"}.get(code, code.upper())


@cache
def _icon_paths() -> Mapping[str, str]:
    source = (catalogues.ASSETS / "static/js/icons.js").read_text(encoding="utf-8")
    return dict(re.findall(r'^  (\w+): "([^"]+)",$', source, re.MULTILINE))


@register.simple_tag
def symbols(*names: str) -> SafeString:
    """The icons of `static/js/icons.js` with these names, for `<use href="#name">`. Raises KeyError for an
    unknown name."""
    shape = '<symbol id="{}" viewBox="0 0 16 16"><path d="{}"/></symbol>'
    return format_html_join("", shape, ((name, _icon_paths()[name]) for name in names))
