"""`podium translate LANGUAGE FILE.po` takes in what was changed on the translator's page."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from playground import catalogues
from playground.catalogues import report
from playground.catalogues.lesson_texts import COURSE, FILE_CODES
from playground.lessons.building.draft import Draft


class Command(BaseCommand):
    help = "Take the changes of a PO file from the translator's page into locale/ and the course's lessons."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("language", choices=list(catalogues.LANGUAGES))
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        from babel.messages.pofile import read_po, write_po

        code, path = options["language"], options["file"]
        try:
            with path.open("rb") as file:
                given = read_po(file, locale=catalogues.LANGUAGES[code])
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        catalogue = catalogues.read(code)
        taken = 0
        for message in given:
            if not message.id:
                continue
            wrong = [
                each
                for said in report.forms_of(message.string)
                for each in report.differences(_english(message.id), said)
            ]
            if wrong:
                self.stderr.write(f"{_english(message.id)}: {'; '.join(wrong)}")
                continue
            known = None if message.context else catalogue.get(message.id)
            if message.context:
                said = report.forms_of(message.string)[0]
                taken += _write_lesson(message.context, FILE_CODES[code], said)
            elif known is not None:
                known.string = message.string
                known.flags.discard("fuzzy")
                taken += 1
        with catalogues.po_path(code).open("wb") as out:
            write_po(out, catalogue, width=0)
        catalogues.update()
        self.stdout.write(f"{taken} texts taken")


def _english(words: Any) -> str:
    return words if isinstance(words, str) else str(words[1])


def _write_lesson(place: str, language: str, said: str) -> bool:
    """Writes a text of a lesson; False where the course has no such file or field."""
    name, _, where = place.partition(": ")
    path = COURSE / name
    if path.parent != COURSE or not path.is_file():
        return False
    draft = Draft(path.read_text(encoding="utf-8"))
    found = draft.get(where)
    if isinstance(found, str):
        draft.set(where, {"en": str(found), language: said})
    elif isinstance(found, dict):
        draft.set(f"{where}.{language}", said)
    else:
        return False
    path.write_text(draft.text(), encoding="utf-8")
    return True
