"""`prepare`: the preparations that servers need before they listen, done once for all of them."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from playground.gallery.loader import load_gallery
from playground.lessons.loader import load_course
from playground.server.private_files import unusable
from playground.server.telemetry import readiness
from playground.site.startup import alone, check_writable, database_error
from playground.texts import catalogues


def migrate() -> None:
    """Migrates the schema if necessary. A migration may take longer than a request."""
    if not readiness.lacks(connection):
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        if connection.vendor == "postgresql" and connection.connection is not None:
            with connection.cursor() as cursor:
                cursor.execute("RESET ALL")


def collect_static() -> None:
    """Collects the static files. Raises CommandError when the data folder is not writable."""
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as error:
        raise CommandError(unusable(settings.DATA, error)) from None


def prepare() -> None:
    """Updates database, catalogues, gallery and (for servers) hashed static files. Several servers may start
    at once: one does the work, the others wait and find it done."""
    try:
        with alone():
            check_writable()
            migrate()
            catalogues.compile_stale()
            if settings.HASHED_STATIC:
                collect_static()
            load_gallery()
            load_course()
    except Error as error:
        raise database_error(error) from None


class Command(BaseCommand):
    help = "Bring the database, the gallery and the static files up to date, for servers with --no-prepare."

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
