"""Commands of podium in this process."""

from __future__ import annotations

import io

from django.core.management import CommandError, call_command


def podium(*arguments: str) -> tuple[int, str]:
    """The exit code and the output of a command."""
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
    except CommandError as error:
        return error.returncode, str(error)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()
