"""Every text with its translation in one language, where it stands, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from urllib.parse import quote

import scheduler_core as core
from playground import catalogues
from playground.catalogues import report
from playground.catalogues.lesson_texts import COURSE, FILE_CODES, lesson_texts
from playground.terms.index import CARDS
from playground.terms.meanings import MEANINGS

BOARD = "/s/basic-preemption"
LESSON = "/learn/basic-preemption/2"
_SEEN: Mapping[str, str] = {
    "templates/lessons/learn.html": "/learn",
    "templates/lessons/kept.html": "/learn/kept",
    "templates/lessons/open.html": "/learn/open",
    "templates/lessons/build.html": "/learn/build",
    "templates/lessons/": LESSON,
    "templates/gallery/": "/",
    "templates/imports/": "/import",
    "templates/exercises/": "/try/today",
    "templates/explain/": "/explain",
    "templates/site/": "/exact",
    "templates/header.html": "/",
    "templates/base.html": "/",
    "templates/": BOARD,
    "static/js/words.js: ui.learn": "/learn",
    "static/js/words.js: ui.progress": "/learn",
    "static/js/words.js: ui.lesson": "/learn/open",
    "static/js/words.js: ui.task": LESSON,
    "static/js/words.js": BOARD,
    "message ": BOARD,
    "playground/explain/": "/explain",
    "playground/terms/": "/explain",
    "playground/exercises/": "/try/today",
    "playground/grace/": "/grace",
    "playground/inspector/": BOARD,
    "playground/lessons/building/": "/learn/build",
    "playground/lessons/builder_views.py": "/learn/build",
    "playground/lessons/": LESSON,
    "playground/manifests/": "/import",
    "playground/messages.py": BOARD,
    "playground/rooms/": "/learn",
    "playground/site/": "/exact",
    "playground/gallery/": "/",
    "playground/": "/",
}
"""Where texts of a place are seen; the first that begins like the place counts."""
_MARKED = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """A text. `english` has two forms where there is a plural, `said` one for each form of the language.

    `state` is "" or a kind of fault (`report.KINDS`), `detail` what is wrong. `page` is the address of a page
    that shows it or, for a text that comes only in some runs, of the page where it would stand. `slug` is the
    scenario or lesson of that page, "" for a page without a board.
    """

    where: str
    english: tuple[str, ...]
    said: tuple[str, ...]
    state: str
    detail: str
    page: str
    slug: str

    @property
    def file(self) -> str:
        """The part of the place before the colon."""
        return self.where.partition(":")[0]


_lock = Lock()


def entries(code: str) -> tuple[Entry, ...]:
    """All texts in a language (Django's code), by place. They change only with the program, and finding them
    takes a second of work, so visitors who come at once wait for the first one.
    """
    with _lock:
        return _entries(code)


@lru_cache(4)
def _entries(code: str) -> tuple[Entry, ...]:
    faults = {(each.where, each.english): each for each in _faults() if each.language == code}
    made = [*_of_catalogue(code), *_of_lessons(code)]
    return tuple(_with_fault(each, faults) for each in made)


@lru_cache(1)
def _faults() -> list[report.Fault]:
    return report.everything(texts=_texts())


@lru_cache(1)
def _texts() -> list[catalogues.Text]:
    return list(catalogues.extract())


def _with_fault(entry: Entry, faults: Mapping[tuple[str, str], report.Fault]) -> Entry:
    found = next((faults[entry.where, each] for each in entry.english if (entry.where, each) in faults), None)
    if found is None:
        return entry
    return Entry(entry.where, entry.english, entry.said, found.kind, found.detail, entry.page, entry.slug)


def _of_catalogue(code: str) -> Iterator[Entry]:
    catalogue = catalogues.read(code)
    seen: set[catalogues.Words] = set()
    for words, where, _ in _texts():
        if not words or words in seen:
            continue
        seen.add(words)
        message = catalogue.get(words)
        said = tuple(report.forms_of(message.string if message else ""))
        slug = _scenario(where)
        english = (words,) if isinstance(words, str) else tuple(words)
        page = f"/s/{slug}" if slug else _page(where, english[0])
        yield Entry(where, english, said, "", "", _marked(page, said[0]), slug or _drawn(page))


def _of_lessons(code: str) -> Iterator[Entry]:
    for each in lesson_texts(COURSE):
        if set(each.words) == {"en"} and "`" not in each.words["en"] and len(each.words["en"]) < 3:
            continue
        said = each.words.get(FILE_CODES[code], "")
        slug = each.file.removesuffix(".yaml").partition("-")[2]
        page = _marked(f"/learn/{slug}/{_step(each.where)}", said)
        yield Entry(each.where, (each.words.get("en", ""),), (said,), "", "", page, slug)


def _step(where: str) -> int:
    found = re.search(r"spec\.steps\[(\d+)\]", where)
    return int(found[1]) + 1 if found else 1


def _drawn(page: str) -> str:
    """The scenario or lesson whose drawing shows the page; "" for a page without a board."""
    found = re.match(r"/(?:s|learn)/([a-z0-9-]+)(?:/\d+)?$", page)
    return found[1] if found and found[1] not in ("build", "open", "kept") else ""


def _scenario(where: str) -> str:
    found = re.fullmatch(r"playground/gallery/scenarios/([a-z0-9-]+)\.yaml: \w+", where)
    return found[1] if found else ""


def _page(where: str, english: str) -> str:
    card = _cards().get(english) if where.startswith("playground/terms/") else None
    return (
        f"/explain/{card}" if card else next(page for begin, page in _SEEN.items() if where.startswith(begin))
    )


@cache
def _cards() -> Mapping[str, str]:
    """From the rules, formulas and texts of the cards to their names."""
    made = {text: name for name, words in CARDS.items() for text in (words.rule, words.formula) if text}
    said = {MEANINGS[text.meaning]: text.plugin or text.event for text in core.known_texts()}
    return {english: name for english, name in (said | made).items() if name in CARDS}


def _marked(page: str, said: str) -> str:
    """The address with a text fragment, so that the browser marks the words; none for a text with gaps."""
    plain = " ".join(said.split())
    if not page or not plain or re.search(r"[{}%`*]", plain):
        return page
    start = plain if len(plain) <= _MARKED else plain[:_MARKED].rsplit(" ", 1)[0]
    return f"{page}#:~:text={quote(start, safe='')}"
