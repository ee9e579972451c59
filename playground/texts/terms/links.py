"""Links from Kubernetes words in a text to their cards: only the first occurrence of each in a block."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from django.urls import reverse
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from playground.texts.terms.cards import CARDS, NAMES, rule_of

_MARKUP = re.compile(r"(<[^>]*>)")
_TAG = re.compile(r"<(/?)(\w+)")
_KEEP = {"a", "button", "pre", "label", "summary"}
"""Elements that must not contain links, or whose text is shown exactly as written."""


def _pattern(names: Iterable[str]) -> str:
    """Matches whole words, also in the plural, but not parts of longer names."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    words = "|".join(re.escape(name) for name in longest_first)
    return rf"(?<![A-Za-z0-9_./-])(?P<name>{words})(?=s?(?![A-Za-z0-9_/-]|\.[A-Za-z0-9]))"


def _plain(name: str) -> bool:
    """Whether a name looks like an ordinary word, as Pod and Ready do."""
    return re.search(r"[a-z][A-Z]|[./-]", name) is None


_CARD_OF_GROUP = {f"word{place}": name for place, name in enumerate(CARDS) if CARDS[name].words}
_EVERY = re.compile(_pattern(NAMES))


@cache
def _in_sentences(language: str) -> re.Pattern[str]:
    """Kubernetes names that are not ordinary words, and the words of sentences in this language."""
    names = _pattern(name for name in NAMES if not _plain(name))
    forms = [
        (group, CARDS[name].words[language])
        for group, name in _CARD_OF_GROUP.items()
        if language in CARDS[name].words
    ]
    # Longer forms come first: "priority class" before "priority".
    forms.sort(key=lambda form: -len(form[1].split("|")[0]))
    if language == "zh-hans":
        words = "|".join(f"(?P<{group}>(?<![A-Za-z])(?:{pattern})(?![A-Za-z]))" for group, pattern in forms)
    else:
        words = "|".join(
            rf"(?P<{group}>(?<![\w./-])(?:{pattern})(?![\w/-]|\.\w))" for group, pattern in forms
        )
    return re.compile(f"{names}|{words}")


def _sentences() -> re.Pattern[str]:
    return _in_sentences((get_language() or "en").lower())


def _card(match: re.Match[str]) -> str:
    """The name of the card for a match."""
    return NAMES[match[0]] if match.lastgroup == "name" else _CARD_OF_GROUP[str(match.lastgroup)]


def link(word: str, shown: str = "") -> SafeString:
    """The link of a word that has a card, with its rule as the title; for other words the word itself."""
    name = NAMES.get(word)
    text = escape(shown or word)
    return text if name is None else _link_to(name, text)


def _link_to(name: str, text: str) -> SafeString:
    """`text` is escaped already."""
    address = escape(reverse("explain:card", args=[name]))
    return mark_safe(f'<a class="to-card" href="{address}" title="{escape(rule_of(name))}">{text}</a>')


def linked(text: str, *, every: bool = False) -> SafeString:
    """A plain text, escaped and with links. `every` is for texts of Kubernetes: it also links names such as
    Ready, which are ordinary words elsewhere, and links no words of sentences."""
    return linker(every=every)(text)


def linker(*, every: bool = False) -> Callable[[str], SafeString]:
    """`linked` for the parts of one text: in all of them only the first occurrence of a word has a link."""
    seen: set[str] = set()
    pattern = _EVERY if every else _sentences()
    return lambda text: _in_text(str(conditional_escape(text)), seen, pattern)


def linked_html(html: str) -> SafeString:
    """HTML with links. In `code` the word is the whole text, or the part before its colon."""
    pattern = _sentences()
    linked: set[str] = set()
    open_tags: list[str] = []
    parts = []
    for part in _MARKUP.split(html):
        tag = _TAG.match(part)
        if tag:
            _track(open_tags, tag[1] == "/", tag[2])
            parts.append(part)
        elif _KEEP.intersection(open_tags):
            parts.append(part)
        elif "code" in open_tags:
            parts.append(_in_code(part, linked))
        else:
            parts.append(_in_text(part, linked, pattern))
    return mark_safe("".join(parts))


def _track(open_tags: list[str], closes: bool, name: str) -> None:
    if not closes:
        if name not in ("br", "img", "hr"):
            open_tags.append(name)
    elif name in open_tags:
        open_tags.remove(name)


def _in_code(part: str, linked: set[str]) -> str:
    word, colon, rest = part.partition(":")
    name = NAMES.get(word)
    if name is None or name in linked:
        return part
    linked.add(name)
    return f"{link(word)}{colon}{rest}"


def _in_text(part: str, linked: set[str], pattern: re.Pattern[str]) -> SafeString:
    def replaced(match: re.Match[str]) -> str:
        name = _card(match)
        if name in linked:
            return match[0]
        linked.add(name)
        return _link_to(name, match[0])

    return mark_safe(pattern.sub(replaced, part))
