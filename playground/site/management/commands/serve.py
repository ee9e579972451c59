"""`serve`: prepares everything and runs the server in one process."""

import ssl
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from playground.imports import worker as import_worker
from playground.runs.retention.housekeeping import Housekeeping
from playground.site import metrics_listener
from playground.site.management.commands.prepare import prepare
from playground.site.startup import check_writable
from playground.workers import pool as workers


class Command(BaseCommand):
    help = "Prepare the database and the gallery, then serve pages and sockets with Daphne."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST, help="address to listen on (default: $HOST)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port (default: $PORT; 0: any)")
        parser.add_argument(
            "--cert", default=settings.CERT, help="certificate (PEM) for https (default: $CERT)"
        )
        parser.add_argument("--key", default=settings.KEY, help="its private key (PEM) (default: $KEY)")
        parser.add_argument("--no-prepare", action="store_true", help="serve only: `prepare` has run")

    def handle(self, *args: Any, **options: Any) -> None:
        cert, key = options["cert"], options["key"]
        if bool(cert) != bool(key):
            raise CommandError("https needs both --cert and --key")
        if cert:
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
            except OSError as error:  # ssl.SSLError is an OSError
                raise CommandError(f"{cert} and {key}: no certificate with its key (PEM): {error}") from None
        if options["no_prepare"]:
            check_writable()
        else:
            prepare()
        from playground.server.serve import serve  # isort: skip  (importing it chooses Twisted's reactor)
        from playground.asgi import application

        metrics_listener.listen()
        housekeeping = Housekeeping()
        housekeeping.start()
        try:
            serve(
                application,
                options["host"],
                options["port"],
                cert=cert,
                key=key,
                # So that the first visitor does not wait for a process to start.
                on_listen=(lambda: workers.pool().warm_up(),),
                on_end=(workers.close_pool, import_worker.close),
            )
        finally:
            housekeeping.stop()
