"""`worker`: steps runs for servers on other machines."""

import asyncio
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from playground.plugins import PluginFileError, own_plugins
from playground.site import metrics_listener
from playground.workers import pool as workers
from playground.workers.local import ProcessPool


class Command(BaseCommand):
    help = "Step runs for the servers that share PODIUM_WORKERS_REDIS and PODIUM_WORKERS_KEY."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--processes",
            type=int,
            default=max(1, settings.PODIUM_WORKERS),
            help="processes that step (default: $PODIUM_WORKERS, else cores - 1)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.WORKERS_REDIS:
            raise CommandError("PODIUM_WORKERS_REDIS names no broker: redis://host:port/0")
        if options["processes"] < 1:
            raise CommandError("--processes: a number from 1 on")
        try:
            from playground.workers.remote.service import Worker
        except ImportError as error:
            raise CommandError(f"{error}: install podium[servers]") from None
        try:
            own_plugins()
        except PluginFileError as error:
            raise CommandError(f"the plugins cannot be loaded: {error}") from None

        async def serve() -> None:
            worker = Worker(settings.WORKERS_REDIS, settings.WORKERS_KEY, pool)
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, worker.leave.set)
            me = worker.beat.announced
            print(
                f"worker {me.name} steps runs in {me.weight} processes, build {me.build}",
                flush=True,
            )
            await worker.serve()

        pool = ProcessPool(options["processes"])
        workers.use(pool)
        metrics_listener.listen()
        pool.warm_up()
        try:
            asyncio.run(serve())
        finally:
            workers.close_pool()
        print("worker: all calls are answered", file=sys.stderr, flush=True)
