#!/usr/bin/env python3
"""Django's command line for a checkout; `python manage.py serve` is what `make run` starts."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
    from playground.server.reference_cycles import collect_cycles_seldom

    collect_cycles_seldom()  # a start makes many objects, and none of them goes
    if sys.argv[1:2] == ["serve"] and os.environ.get("PODIUM_WORKERS", "").strip() != "0":
        from playground.workers.fork_server import fork_early

        fork_early()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


# Worker processes import this file again under another name: nothing may happen outside of the guard.
if __name__ == "__main__":
    main()
