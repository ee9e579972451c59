"""Texts in all languages at once (language → safe HTML), because everybody gets the same bytes."""

from __future__ import annotations

from django.conf import settings
from django.utils.html import escape
from django.utils.translation import gettext, override

from playground.lessons.markdown import html, line
from playground.lessons.texts import NO_TEXT, Text

Texts = dict[str, str]


def lines(text: Text) -> Texts:
    """A plain text of a lesson in all languages."""
    return {code.lower(): str(line(words)) for code, words in text.words.items()}


def pages(text: Text) -> Texts:
    """A Markdown text of a lesson, rendered in all languages."""
    return {code.lower(): str(html(words)) for code, words in text.words.items()}


def typed(text: str) -> Texts:
    """A text that a person typed, or a Kubernetes name, which is the same in all languages."""
    return {"en": escape(text)}


def everywhere(message: str, **names: str) -> Texts:
    """A text of the catalogues in all languages; `names` replace its placeholders."""
    texts: Texts = {}
    for code, _ in settings.LANGUAGES:
        with override(code):
            texts[code.lower()] = str(escape(gettext(message).format(**names)))
    return texts


NOTHING = pages(NO_TEXT)
