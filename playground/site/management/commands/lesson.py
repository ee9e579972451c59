"""`podium lesson check FILE…` verifies lessons; `podium lesson format FILE…` formats them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import scheduler_core as core
from playground.lessons.builder.draft import formatted
from playground.lessons.files import open_lesson
from playground.lessons.proof import Proof, prove
from playground.texts.manifests import words, yaml_source


class Command(BaseCommand):
    help = "check: play every solution and show the truth of every prediction. format: write in one form."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["check", "format"])
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        work = self._check if options["what"] == "check" else self._format
        wrong = sum(work(path) for path in options["files"])
        if wrong:
            raise CommandError("1 problem" if wrong == 1 else f"{wrong} problems")

    def _read(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from error

    def _format(self, path: Path) -> int:
        """Formats a file as the builder does. Returns the number of problems; a file with problems is
        unchanged."""
        data = self._read(path)
        source = yaml_source.read(data)
        for problem in source.problems:
            self.stderr.write(_line(path, problem))
        if source.problems:
            return len(source.problems)
        result = formatted(data.decode()).encode()
        if result != data:
            path.write_bytes(result)
            self.stdout.write(f"{path}: formatted")
        return 0

    def _check(self, path: Path) -> int:
        """Prints the results for one file. Returns the number of problems."""
        opened = open_lesson(self._read(path))
        problems = opened.problems
        if opened.lesson is not None:
            proof = prove(opened.lesson)
            self._tell(path, proof)
            problems = opened.placed(proof.problems)
        for problem in problems:
            self.stderr.write(_line(path, problem))
        return len(problems)

    def _tell(self, path: Path, proof: Proof) -> None:
        self.stdout.write(f"{path}")
        for number, played in enumerate(proof.steps, 1):
            truth = ""
            if played.step.ask is not None and played.truth is not None:
                right = [played.step.ask.choices[n].text.in_language("en") for n in played.truth.choices]
                second = played.truth.second
                answer = " | ".join(right) if second is None else f"second {second:g}"
                truth = f"; {played.step.ask.question.in_language('en')} -> {answer}"
            self.stdout.write(f"  step {number} at {played.at}{truth}")
        for solution, outcome in proof.solutions:
            failed = "never judged" if outcome is None else ", ".join(outcome.failed) or "all checks hold"
            self.stdout.write(f"  {solution.name}: {failed}")


def _line(path: Path, problem: core.Problem) -> str:
    line = problem.position.line if problem.position else 1
    where = f"{path}:{line}: {problem.path}" if problem.path else f"{path}:{line}"
    return f"{where}: {words.say(problem.code, problem.args)}"
