#!/usr/bin/env python3
"""Django's command line for a checkout; `python manage.py serve` is what `make run` starts."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


# Worker processes import this file again under another name: nothing may happen outside of the guard.
if __name__ == "__main__":
    main()
