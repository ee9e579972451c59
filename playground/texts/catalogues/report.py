"""Faults of translations: missing ones, changed English, broken placeholders, other terms.

    python -m playground.texts.catalogues report

The report covers the catalogues in `locale/`, the ids that scripts use, and the lesson files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playground.texts import catalogues
from playground.texts.catalogues import glossary
from playground.texts.catalogues.lesson_texts import COURSE, FILE_CODES, lesson_texts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

KINDS: Mapping[str, str] = {
    "unknown": "not in the catalogue; run: python -m playground.texts.catalogues update",
    "missing": "without translation",
    "changed": "the English text changed under the translation",
    "broken": "placeholders or code differ from the English text",
    "term": "a term differs from docs/glossary.md",
}
MOST_SHOWN = 40
"""The most faults of one kind and language printed in full; the rest is counted."""
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)[sd]|%[sd]\b")
CODE = re.compile(r"`[^`\n]+`")
_USED_ID = re.compile(r'(?<![\w.$])(?:t|parts)\(\s*"([\w-]+(?:\.[\w-]+)+)"')


@dataclass(frozen=True, slots=True)
class Fault:
    """`language` is Django's code. `kind` is a key of `KINDS`. `detail` describes the fault in a few
    words."""

    language: str
    kind: str
    where: str
    english: str
    detail: str = ""


def everything(folder: Path = COURSE) -> list[Fault]:
    """All faults of all languages."""
    collected = [(words, where) for words, where, _ in catalogues.extract() if words]
    faults = list(unknown_ids())
    for code in catalogues.LANGUAGES:
        faults += catalogue_faults(code, catalogues.read(code), collected)
    return faults + list(lesson_faults(folder))


def unknown_ids() -> Iterator[Fault]:
    """Ids that a script uses although they have no text, not even in English."""
    words = catalogues.browser_words()
    for path in sorted((catalogues.ASSETS / "static" / "js").rglob("*.js")):
        if path.name.endswith((".test.js", ".cases.js")):
            continue
        for text_id in dict.fromkeys(_USED_ID.findall(path.read_text(encoding="utf-8"))):
            if text_id not in words:
                where = str(path.relative_to(catalogues.ASSETS))
                yield Fault("en", "unknown", where, text_id, "no entry in static/words.json")


def catalogue_faults(
    code: str, catalogue: Catalog, collected: Iterable[tuple[catalogues.Words, str]]
) -> Iterator[Fault]:
    """Faults of one catalogue; `collected` is (English, place) of each text that must be in it."""
    for words, where in {words: (words, where) for words, where in collected}.values():
        english = words if isinstance(words, str) else words[1]
        message = catalogue.get(words)
        if message is None:
            yield Fault(code, "unknown", where, english)
            continue
        forms = forms_of(message.string)
        if message.fuzzy:
            yield Fault(code, "changed", where, english)
        elif not all(forms) or len(forms) != (1 if isinstance(words, str) else catalogue.num_plurals):
            yield Fault(code, "missing", where, english)
        else:
            for detail in dict.fromkeys(
                difference for form in forms for difference in differences(english, form)
            ):
                yield Fault(code, "broken", where, english, detail)
            for detail in glossary.other_terms(code, english, " ".join(forms)):
                yield Fault(code, "term", where, english, detail)


def lesson_faults(folder: Path = COURSE) -> Iterator[Fault]:
    """Faults of the lesson files in a folder.

    A lesson is prose: a term of the English file must occur at least once in the translated file, but not in
    each text."""
    texts = lesson_texts(folder)
    for text in texts:
        english = text.words.get("en", "")
        if not english.strip():
            yield Fault("en", "missing", text.where, next(iter(text.words.values()), ""))
        for code, name in FILE_CODES.items():
            translation = text.words.get(name, "")
            if not translation.strip():
                yield Fault(code, "missing", text.where, english)
                continue
            for detail in differences(english, translation):
                yield Fault(code, "broken", text.where, english, detail)
            for detail in glossary.avoided_terms(code, translation):
                yield Fault(code, "term", text.where, english, detail)
    for file in dict.fromkeys(entry.file for entry in texts):
        of_file = [entry.words for entry in texts if entry.file == file]
        for code, name in FILE_CODES.items():
            pairs = [(words["en"], words[name]) for words in of_file if words.get("en") and words.get(name)]
            english, translation = (
                ("\n".join(side) for side in zip(*pairs, strict=True)) if pairs else ("", "")
            )
            for detail in dict.fromkeys(glossary.missing_terms(code, english, translation)):
                yield Fault(code, "term", file, "", detail)


def differences(english: str, translation: str) -> list[str]:
    """The differences between the placeholders and code spans of a text and its translation, one entry each.

    A translation may repeat a placeholder, because a sentence may have to name a thing twice. Each code span
    must occur; the order is free."""
    faults = []
    places, there = set(PLACEHOLDER.findall(english)), set(PLACEHOLDER.findall(translation))
    faults += [f"{name} is missing" for name in sorted(places - there)]
    faults += [f"{name} is not in the English text" for name in sorted(there - places)]
    spans, translated = Counter(CODE.findall(english)), Counter(CODE.findall(translation))
    faults += [f"{span} is missing" for span in sorted(set(spans) - set(translated))]
    return faults + [f"{span} is not in the English text" for span in sorted(set(translated) - set(spans))]


def forms_of(string: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A translation as the list of its plural forms; a text without plural has one form."""
    return [string] if isinstance(string, str) else list(string or ("",))


def as_text(faults: list[Fault]) -> str:
    """The report as text: the number of faults for each language and kind, then the faults."""
    lines = []
    for code in ("en", *catalogues.LANGUAGES):
        of_language = [fault for fault in faults if fault.language == code]
        if not of_language:
            lines.append(f"{code}: complete")
        for kind, meaning in KINDS.items():
            of_kind = [entry for entry in of_language if entry.kind == kind]
            if not of_kind:
                continue
            lines.append(f"{code}: {len(of_kind)} × {kind}: {meaning}")
            for fault in of_kind[:MOST_SHOWN]:
                detail = f" ({fault.detail})" if fault.detail else ""
                lines.append(f"    {fault.where}: {_short(fault.english)}{detail}")
            if len(of_kind) > MOST_SHOWN:
                lines.append(f"    and {len(of_kind) - MOST_SHOWN} more")
    return "\n".join(lines)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 90 else line[:89] + "…"
