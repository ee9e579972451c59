"""Message catalogues with Babel alone: extract, update, compile, and JSON for the browser.

    python -m playground.texts.catalogues update     # after words changed: locale/*/LC_MESSAGES/django.po
    python -m playground.texts.catalogues compile    # .mo files older than their .po; also at start-up
    python -m playground.texts.catalogues report     # what is missing, changed, broken, or another term
    python -m playground.texts.catalogues glossary   # docs/glossary.md from locale/glossary.toml

The sources are templates, Python, `static/words.json`, the cards of `terms`, and the texts of the gallery's
files. The English text is the key; texts of Kubernetes itself are not translated."""

from __future__ import annotations

import difflib
import functools
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brotli

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

HERE = Path(__file__).resolve().parents[2]
ASSETS = HERE / "_assets" if (HERE / "_assets").is_dir() else HERE.parent
LOCALE = ASSETS / "locale"
LANGUAGES: Mapping[str, str] = {"id": "id", "zh-hans": "zh_Hans", "uk": "uk"}
"""Django's language code → folder."""
PLURALS: Mapping[str, tuple[int, str]] = {
    "id": (1, "0"),
    "zh-hans": (1, "0"),
    "uk": (
        4,
        "(n % 1 == 0 && n % 10 == 1 && n % 100 != 11 ? 0 : n % 1 == 0 && n % 10 >= 2 && n % 10 <= 4 && "
        "(n % 100 < 12 || n % 100 > 14) ? 1 : n % 1 == 0 && (n % 10 ==0 || (n % 10 >=5 && n % 10 <=9) || "
        "(n % 100 >=11 && n % 100 <=14 )) ? 2: 3)",
    ),
}
"""The plural rules of Django's own catalogues, because a merged catalogue may have only one rule."""
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "_": None,
    "N_": None,
    "P_": (1, 2),
}
CHANGED = 0.7
"""The similarity (0 to 1) above which a new English text counts as a changed old one."""
GALLERY_FIELDS = ("title", "summary", "question", "answer", "because")

Words = str | tuple[str, ...]
"""English text, or (one, other)."""
Text = tuple[Words, str, str | None]
"""Words, their places, and a comment for translators."""


def po_path(code: str) -> Path:
    return LOCALE / LANGUAGES[code] / "LC_MESSAGES" / "django.po"


# --- compile --------------------------------------------------------------------------------------


WITHOUT_TIME = datetime(1980, 1, 1, tzinfo=UTC)


def compile_stale() -> list[Path]:
    """Writes each .mo that is missing or older than its .po; returns the files written."""
    written = []
    for code in LANGUAGES:
        source = po_path(code)
        target = source.with_suffix(".mo")
        if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
            continue
        target.write_bytes(compiled(code))
        written.append(target)
    return written


def compiled(code: str) -> bytes:
    """The .mo of a language; the bytes do not depend on the time."""
    from babel.messages.mofile import write_mo

    catalogue = read(code)
    catalogue.creation_date = WITHOUT_TIME
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def read(code: str) -> Catalog:
    from babel.messages.pofile import read_po

    with po_path(code).open("rb") as file:
        return read_po(file, locale=LANGUAGES[code])


# --- extract --------------------------------------------------------------------------------------


def extract() -> Iterator[Text]:
    """(words, place, context) of everything to be translated."""
    yield from _from_templates()
    yield from _from_python()
    for identifier, words in script_words().items():
        yield words, f"static/words.json: {identifier}", None
    from playground.texts import messages
    from playground.texts.terms.cards import CARDS, MEANINGS

    for identifier, words in messages.english().items():
        yield words, f"message {identifier}", None
    for name, card in CARDS.items():
        yield card.rule, f"playground/texts/terms/cards.toml: {name}", None
        yield card.formula, f"playground/texts/terms/cards.toml: {name}", None
    for meaning in MEANINGS.values():
        yield meaning, "playground/texts/terms/meanings.toml", None
    for path in (*sorted((HERE / "gallery" / "scenarios").glob("*.yaml")), HERE / "gallery" / "toy.yaml"):
        for field, text in gallery_words(path).items():
            yield text, f"playground/{path.relative_to(HERE)}: {field}", None


def _from_templates() -> Iterator[Text]:
    from babel.messages.extract import extract as babel_extract
    from django.utils.translation.template import templatize

    for path in sorted((ASSETS / "templates").rglob("*")):
        if path.suffix not in (".html", ".svg", ".txt"):
            continue
        source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        where = str(path.relative_to(ASSETS))
        extracted = babel_extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS)
        for _, message, _, context in extracted:
            yield message, where, context


def _from_python() -> Iterator[Text]:
    from babel.messages.extract import extract as babel_extract

    for path in sorted(HERE.rglob("*.py")):
        if "_assets" in path.parts or "migrations" in path.parts:
            continue
        with path.open("rb") as file:
            where = f"playground/{path.relative_to(HERE)}"
            for _, message, _, context in babel_extract("python", file, keywords=KEYWORDS):
                yield message, where, context


def gallery_words(path: Path) -> dict[str, str]:
    """The texts of a gallery file that people read."""
    from playground.texts.manifests import yaml_source

    first = yaml_source.read(path.read_bytes()).documents[0].value
    spec = first.get("spec", {}) if first.get("kind") == "Scenario" else {}
    return {
        field: spec[field] for field in GALLERY_FIELDS if isinstance(spec.get(field), str) and spec[field]
    }


def script_words() -> dict[str, Words]:
    """The ids of `static/words.json` and their English; a text with a plural has the forms `one` and `other`
    there."""
    texts = json.loads((ASSETS / "static/words.json").read_text(encoding="utf-8"))
    return {
        identifier: words if isinstance(words, str) else (words["one"], words["other"])
        for identifier, words in texts.items()
    }


def update() -> dict[str, int]:
    """Updates every .po to the current texts; returns the number of untranslated messages of each.

    A changed text keeps its old translation as fuzzy. When the new text differs too much from the old one,
    the old pair stays at the end of the file (`#~`) until every message has a translation."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    template = Catalog(project="podium", charset="utf-8")
    for words, _, context in extract():
        if words:
            template.add(words, context=context)
    missing = {}
    for code, folder in LANGUAGES.items():
        path = po_path(code)
        catalogue = read(code) if path.exists() else Catalog(locale=folder, project="podium", charset="utf-8")
        count, rule = PLURALS[code]
        merged = Catalog(locale=folder, project="podium", charset="utf-8", fuzzy=False)
        merged._num_plurals, merged._plural_expr = count, rule  # type: ignore[assignment]
        merged.header_comment = f"# podium, {folder}"
        obsolete = [
            message
            for message in (*catalogue, *catalogue.obsolete.values())
            if message.id and template.get(message.id, message.context) is None and _complete(message.string)
        ]
        for message in template:
            if not message.id:
                continue
            old = catalogue.get(message.id, message.context) or catalogue.obsolete.get(_key(message))
            nearest = None if old is not None else _changed_from(message, obsolete)
            previous = old or nearest
            merged.add(
                message.id,
                previous.string
                if previous is not None
                else ("" if isinstance(message.id, str) else ("",) * count),
                context=message.context,
                flags={*message.flags, *({"fuzzy"} if nearest or (old and old.fuzzy) else ())},
                previous_id=_previous(old, nearest),
            )
        missing[code] = sum(
            message.fuzzy or not _complete(message.string) for message in merged if message.id
        )
        if missing[code]:
            merged.obsolete.update((_key(message), message) for message in obsolete)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, merged, width=0, no_location=True, sort_output=True, include_previous=True)
        _fix_header(path, folder, count, rule)
    return missing


def _key(message: Message) -> Any:
    """The key of a message among the obsolete ones, in the form of Babel's reader."""
    first = _first(message.id)
    return (first, message.context) if message.context is not None else first


def _changed_from(message: Message, obsolete: list[Message]) -> Message | None:
    """The translated message that no longer occurs and is almost the same. Its translation is kept as fuzzy:
    translators see it, readers do not."""
    near = [
        (difflib.SequenceMatcher(None, _first(text.id), _first(message.id)).ratio(), text)
        for text in obsolete
        if isinstance(text.id, str) == isinstance(message.id, str)
    ]
    ratio, best = max(near, key=lambda pair: pair[0], default=(0.0, None))
    return best if ratio >= CHANGED else None


def _first(words: Any) -> str:
    return words if isinstance(words, str) else words[0]


def _previous(old: Message | None, nearest: Message | None) -> Any:
    if nearest is not None:
        return nearest.id
    return old.previous_id if old is not None and old.fuzzy else ()


def _complete(text: Any) -> bool:
    return all(text) if isinstance(text, tuple | list) else bool(text)


def _fix_header(path: Path, folder: str, count: int, rule: str) -> None:
    """Writes a header without dates and names, so that an update without new texts changes nothing."""
    body = path.read_text(encoding="utf-8").split("\n\n", 1)[1]
    head = (
        f'# podium, {folder}\nmsgid ""\nmsgstr ""\n"Project-Id-Version: podium\\n"\n"Language: {folder}\\n"\n'
        f'"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals={count}; plural={rule};\\n"\n\n'
    )
    path.write_text(head + body, encoding="utf-8")


# --- for the browser ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BrowserCatalogue:
    """`body`: JSON, id → text or list of plural forms in the order of the language's plural categories;
    `small`: the same compressed with Brotli."""

    body: bytes
    small: bytes
    digest: str


def browser_words() -> dict[str, Words]:
    """Every id that the browser may need, with its English text."""
    from playground.texts.manifests import words

    return {**words.english(), **script_words()}


NOT_ON_BOARDS = (
    *("ui.room.", "room.", "poll.", "show.", "task."),
    *("ui.learn.", "ui.guess.", "lesson.", "ui.lesson.", "ui.progress.", "ui.task.", "ui.try."),
    *("ui.change.", "ui.beside.", "release.", "upgrade.", "scalpel."),
    *("ui.hand.", "ui.phone.", "ui.cause.", "criterion.", "ui.land.", "ui.seat.", "seats."),
    *("request.headers_", "request.line_", "request.no_host", "request.not_http"),
    *("advice.", "obstacle.", "condition."),
    *("changed.idle_", "changed.still_", "changed.what."),
    *("changed.bare_", "changed.described_", "changed.simulator_"),
    *("text.archive", "text.description", "text.dump_", "text.empty", "text.names_", "text.not_gzip"),
    *("text.nothing_", "text.stands_", "text.table", "text.unpacks_"),
    *("added.", "config.", "document.", "dropped.", "ignored.", "kept.", "nodes.", "scenario.", "yaml."),
    *("cure.", "stuck."),
    *("api.json", "api.method", "api.no", "api.scenario", "api.token", "api.wrong"),
)
"""Prefixes of ids that a board does not need at once: only rooms, the course, What if, the palette, phones,
drawn causes, groups or the API (`docs/api.md`) use them, or the server writes their texts into its pages
(changes between releases or of single fields, obstacles, advice, conditions, what an import kept and what is
wrong with its text)."""


@functools.lru_cache(maxsize=16)
def browser_catalogue(code: str, *, board: bool = False) -> BrowserCatalogue:
    """The catalogue of a language (Django's code) with all texts of the browser, or with `board` only those
    of a board outside of rooms and lessons. English for an unknown language and for a text without
    translation."""
    catalogue = read(code) if code in LANGUAGES and po_path(code).exists() else None
    texts: dict[str, str | list[str]] = {}
    for identifier, words in sorted(browser_words().items()):
        if board and identifier.startswith(NOT_ON_BOARDS):
            continue
        message = catalogue.get(words) if catalogue is not None else None
        done = message is not None and not message.fuzzy and _complete(message.string)
        text = message.string if message is not None and done else words
        texts[identifier] = text if isinstance(text, str) else list(text or ())
    body = json.dumps(texts, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    return BrowserCatalogue(body, brotli.compress(body), hashlib.sha256(body).hexdigest()[:12])
