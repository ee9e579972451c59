"""`podium restore FILE`: replaces the database by the content of a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from playground.site import backups


class Command(BaseCommand):
    help = "Make the database what a file of `podium backup` holds. Stop the servers first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that `podium backup` wrote")
        parser.add_argument("--replace", action="store_true", help="also where visitors have runs already")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backups.restore(options["file"], replace=options["replace"])
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", interactive=False, verbosity=0)  # the backup may come from an older release
        self.stdout.write(f"{options['file']}: restored, {backups.owned_runs()} runs of visitors")
