"""The Kubernetes terms of each language: `locale/glossary.toml`, its page, and the check of translations."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from playground.texts.catalogues import ASSETS, LANGUAGES, LOCALE

DATA = LOCALE / "glossary.toml"
PAGE = ASSETS / "docs" / "glossary.md"
SOURCES = "https://github.com/kubernetes/website/blob/main/content/"
NAMES: Mapping[str, str] = {"id": "Indonesian", "zh-hans": "Chinese (simplified)", "uk": "Ukrainian"}
_NOT_WORDS = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|\{\w+\}|%\(\w+\)[sd]")
"""Code, quotations of Kubernetes, and placeholders."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A language's translation of a term. `forms` are stems, one of which must occur; `also` are further
    accepted words, for readers; `avoid` are stems that must not occur. `page` is a path below `SOURCES`, or
    "" when no page settles the term."""

    say: str
    forms: tuple[str, ...]
    page: str
    also: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """`match` finds the term in English text. `said` has one entry for each of `LANGUAGES`."""

    english: str
    match: re.Pattern[str]
    translations: Mapping[str, Translation]


@functools.lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """The terms in the order of the file."""
    return tuple(
        Term(
            row["english"],
            # Parts of names, such as spec.nodeName or kube-scheduler, are not words of the sentence.
            re.compile(rf"(?<![\w./-])(?:{row['match']})(?![\w/-]|\.\w)", re.IGNORECASE),
            {
                code: Translation(
                    row[code]["say"],
                    tuple(row[code]["forms"]),
                    row[code]["page"],
                    tuple(row[code].get("also", ())),
                    tuple(row[code].get("avoid", ())),
                )
                for code in LANGUAGES
            },
        )
        for row in tomllib.loads(DATA.read_text(encoding="utf-8"))["term"]
    )


def other_terms(code: str, english: str, translation: str) -> Iterator[str]:
    """The glossary's rule for each term that the translation lacks and each word that it should avoid."""
    yield from missing_terms(code, english, translation)
    yield from avoided_terms(code, translation)


def missing_terms(code: str, english: str, translation: str) -> Iterator[str]:
    """For each term of the English text without an accepted form in the translation: the accepted ones."""
    bare = _NOT_WORDS.sub(" ", english)
    folded = translation.casefold()
    for term in terms():
        expected = term.translations[code]
        if term.match.search(bare) and not any(form.casefold() in folded for form in expected.forms):
            yield f"{term.english} is {expected.say}"


def avoided_terms(code: str, translation: str) -> Iterator[str]:
    """For each word in a translation that the glossary avoids: the word to use instead."""
    folded = translation.casefold()
    for term in terms():
        for form in term.translations[code].avoid:
            if form in folded:
                yield f"{term.english} is {term.translations[code].say}, not {form.strip()}"


def page() -> str:
    """The text of docs/glossary.md."""
    english = tomllib.loads(DATA.read_text(encoding="utf-8"))["english"]
    lines = [
        "# Glossary",
        "",
        "The Kubernetes terms as the official Kubernetes documentation of each language writes them.",
        "This page is made from `locale/glossary.toml` by `python -m playground.texts.catalogues glossary`,",
        "and tests hold the translations to it. A term links to the page of the documentation that uses",
        "it. A term without a link is settled by no page there, and this project chose it. Words in",
        "parentheses are accepted too.",
        "",
        "| English | " + " | ".join(NAMES[code] for code in LANGUAGES) + " |",
        "|---|" + "---|" * len(LANGUAGES),
    ]
    for term in terms():
        cells = [_cell(term.translations[code]) for code in LANGUAGES]
        lines.append(f"| {term.english} | {' | '.join(cells)} |")
    lines += [
        "",
        "## What stays English",
        "",
        f"- Kinds of objects: {', '.join(english['kinds'])}.",
        f"- Components: {', '.join(english['components'])}.",
        *(f"- {rule[0].upper()}{rule[1:]}." for rule in english["rest"]),
        "",
    ]
    return "\n".join(lines)


def _cell(translation: Translation) -> str:
    also = f" ({', '.join(translation.also)})" if translation.also else ""
    return (
        f"[{translation.say}]({SOURCES}{translation.page}){also}"
        if translation.page
        else f"{translation.say}{also}"
    )


def write_page() -> None:
    """Writes docs/glossary.md."""
    PAGE.write_text(page(), encoding="utf-8")
