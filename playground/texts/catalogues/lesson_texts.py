"""The texts of lesson files: each file has them in all languages, and no catalogue has them.

A text is a map from language to string. A plain string in place of a text is English without translations.
Texts are found by the names of their fields, so that an unfinished file can be read, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.texts.catalogues import HERE

COURSE = HERE / "lessons" / "course"
FILE_CODES: Mapping[str, str] = {"id": "id", "zh-hans": "zh-Hans", "uk": "uk"}
"""Django's language code → the name that lesson files use."""
FIELDS = ("title", "can", "teacher", "text", "question", "because", "misconception", "says")
"""Fields of a lesson that hold texts; `hints` may be a list of texts."""
DATA = ("inputs", "documents", "holds", "until", "at", "judged", "object", "of")
"""Fields whose value is Kubernetes data or a condition, not text for people."""


@dataclass(frozen=True, slots=True)
class LessonText:
    """`where` is "<file>: <path of the field>". `words` maps a file's language names to text; `en` may be
    missing in an invalid file."""

    where: str
    words: Mapping[str, str]

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.where.partition(":")[0]


def lesson_texts(folder: Path = COURSE) -> list[LessonText]:
    """All texts of the lessons in a folder, sorted by file and then in the order of the file."""
    from playground.texts.manifests import yaml_source

    texts: list[LessonText] = []
    for path in sorted(folder.glob("*.yaml")):
        for document in yaml_source.read(path.read_bytes()).documents:
            value = document.value
            if isinstance(value, Mapping) and value.get("kind") == "Lesson":
                texts += [
                    LessonText(f"{path.name}: {place}", words)
                    for place, words in _texts(value.get("spec"), "spec")
                ]
    return texts


def _texts(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    if isinstance(value, list):
        for place, inner in enumerate(value):
            item_path = f"{path}[{place}]"
            words = _words(inner) if path.endswith(".hints") else None
            yield from [(item_path, words)] if words else _texts(inner, item_path)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            item_path = f"{path}.{name}"
            words = _words(inner) if name in FIELDS else None
            if words:
                yield item_path, words
            elif name not in DATA:
                yield from _texts(inner, item_path)


def _words(value: Any) -> Mapping[str, str] | None:
    if isinstance(value, str):
        return {"en": value}
    if isinstance(value, Mapping) and value and all(isinstance(item, str) for item in value.values()):
        return value if set(value) <= {"en", *FILE_CODES.values()} else None
    return None
