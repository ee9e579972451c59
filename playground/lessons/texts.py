"""Texts of a lesson, in one language or in several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

LANGUAGES = ("en", "id", "zh-Hans", "uk")
"""The names of languages in files; `en` is required."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text by language. `path` is its place in the file; "" for a missing text."""

    words: Mapping[str, str]
    path: str = ""

    def __bool__(self) -> bool:
        return bool(self.words.get("en"))

    def in_language(self, language: str) -> str:
        """The text in a language (Django's code, such as `zh-hans`), else in English; "" without one."""
        return self.words.get(_BY_CODE.get(language.lower(), "en")) or self.words.get("en", "")


def localized(text: Text) -> str:
    """The text in the active language, else in English; "" without one."""
    return text.in_language(get_language() or "en")


_BY_CODE = {language.lower(): language for language in LANGUAGES}
NO_TEXT = Text({})
