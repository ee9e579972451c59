"""Links from the words of Kubernetes in a text to their cards: the first occurrence of each in a block."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from playground.terms.index import NAMES, rule_of

_MARKUP = re.compile(r"(<[^>]*>)")
_TAG = re.compile(r"<(/?)(\w+)")
_KEEP = {"a", "button", "pre", "label", "summary"}
"""Elements in which no link may stand, or whose text is shown as it was written."""


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Whole words, also in the plural; a part of a longer name is none."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    words = "|".join(re.escape(name) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9_./-])({words})(?=s?(?![A-Za-z0-9_/-]|\.[A-Za-z0-9]))")


def _plain(name: str) -> bool:
    """Whether it looks like a word of a sentence, as Pod and Ready do."""
    return re.search(r"[a-z][A-Z]|[./]", name) is None


_EVERY = _pattern(NAMES)
_IN_SENTENCES = _pattern(name for name in NAMES if not _plain(name))


def link(word: str, shown: str = "") -> SafeString:
    """The link of a word that has a card, with its rule as the title; else the word itself."""
    name = NAMES.get(word)
    text = escape(shown or word)
    if name is None:
        return text
    address = escape(reverse("explain:card", args=[name]))
    return mark_safe(f'<a class="to-card" href="{address}" title="{escape(rule_of(name))}">{text}</a>')


def linked(text: str, *, every: bool = False) -> SafeString:
    """A plain text, escaped, with its links. `every` takes words such as Ready too, which in a sentence are
    words like others; it is for texts of Kubernetes."""
    return _in_text(str(conditional_escape(text)), set(), _EVERY if every else _IN_SENTENCES)


def linked_html(html: str) -> SafeString:
    """HTML with its links. In `code` the whole text, or what stands before its colon, is the word."""
    seen: set[str] = set()
    open_tags: list[str] = []
    made = []
    for part in _MARKUP.split(html):
        tag = _TAG.match(part)
        if tag:
            _track(open_tags, tag[1] == "/", tag[2])
            made.append(part)
        elif _KEEP.intersection(open_tags):
            made.append(part)
        elif "code" in open_tags:
            made.append(_in_code(part, seen))
        else:
            made.append(_in_text(part, seen, _IN_SENTENCES))
    return mark_safe("".join(made))


def _track(open_tags: list[str], closes: bool, name: str) -> None:
    if not closes:
        if name not in ("br", "img", "hr"):
            open_tags.append(name)
    elif name in open_tags:
        open_tags.remove(name)


def _in_code(part: str, seen: set[str]) -> str:
    word, colon, rest = part.partition(":")
    name = NAMES.get(word)
    if name is None or name in seen:
        return part
    seen.add(name)
    return f"{link(word)}{colon}{rest}"


def _in_text(part: str, seen: set[str], pattern: re.Pattern[str]) -> SafeString:
    def replaced(found: re.Match[str]) -> str:
        name = NAMES[found[1]]
        if name in seen:
            return found[1]
        seen.add(name)
        return link(found[1])

    return mark_safe(pattern.sub(replaced, part))
