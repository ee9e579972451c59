"""`prepare`: what servers need before they listen, once for all of them."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from playground import catalogues
from playground.gallery.loader import load_gallery
from playground.lessons.loader import load_course


def prepare() -> None:
    """Brings database, catalogues, gallery and (for servers) hashed static files up to date."""
    call_command("migrate", interactive=False, verbosity=0)
    catalogues.compile_stale()
    if settings.HASHED_STATIC:
        call_command("collectstatic", interactive=False, verbosity=0)
    load_gallery()
    load_course()


class Command(BaseCommand):
    help = "Bring the database, the gallery and the static files up to date, for servers with --no-prepare."

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
