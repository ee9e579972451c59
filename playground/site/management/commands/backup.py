"""`podium backup FILE`: the whole database as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from playground.site import backups


class Command(BaseCommand):
    help = "Write the whole database to a new file, also while servers run. `podium restore` takes it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            size = backups.backup(options["file"])
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']}: {backups.engine()}, {size / 1e6:.1f} MB")
