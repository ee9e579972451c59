"""`open_case FILE ID`: opens a recorded case of the comparison on the board."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from playground.runs import new_runs, revisions
from playground.texts.manifests import importer
from playground.texts.manifests.importer import Imported
from scheduler_core import CaseScenario, case_scenarios, find_case


class Command(BaseCommand):
    help = "Make a recorded case (decide or sequence) a scenario, and print the address of its run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        files = "<theme>.decide.jsonl or <theme>.sequence.jsonl, plain or .gz"
        parser.add_argument("file", metavar="FILE", help=files)
        parser.add_argument("id", metavar="ID", help="the id of the case")
        parser.add_argument("--base", default="", metavar="URL", help="what stands before the printed paths")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            case = find_case(options["file"], options["id"])
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if case is None:
            raise CommandError(f"no case {options['id']} in {options['file']}")
        for scenario in case_scenarios(case):
            self.stdout.write(options["base"] + self._opened(scenario))

    def _opened(self, scenario: CaseScenario) -> str:
        """Stores a case as a run and returns its name."""
        text = "\n---\n".join(json.dumps(document) for document in scenario.documents)
        imported = importer.import_text(text, add_nodes=False)
        if imported.canonical is None:
            problem = imported.problems[0]
            raise CommandError(f"{scenario.title}: {problem.path}: {problem.code} {dict(problem.args)}")
        for line in _left_out(imported):
            self.stderr.write(f"{scenario.title}: {line}")
        with transaction.atomic():
            revision = revisions.store_revision(imported)
            run = new_runs.create_canonical_run(revision, title=scenario.title)
        address = f"{reverse('runs:board', args=[run.pk])}?at={run.head}"
        return f"{address}&pod={scenario.pod}" if scenario.pod else address


def _left_out(imported: Imported) -> list[str]:
    """Kinds that a run does not have, without duplicates."""
    counts = Counter(entry.kind for entry in imported.report if entry.fate == "ignored")
    return [f"left out: {kind} ({count})" for kind, count in counts.items()]
