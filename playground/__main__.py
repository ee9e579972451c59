"""`podium`, `python -m playground`: without arguments the server with everything it needs; otherwise a Django
command."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
    from playground.server.reference_cycles import collect_cycles_seldom

    collect_cycles_seldom()  # a start makes many objects that are never freed
    if sys.argv[1:2] in ([], ["serve"]) and os.environ.get("PODIUM_WORKERS", "").strip() != "0":
        from playground.workers.fork_server import fork_early

        fork_early()
    from django.core.management import execute_from_command_line

    if sys.argv[1:] in (["--help"], ["-h"], ["help"]):
        import django

        django.setup()
        from playground.commandline import overview

        overview.parser().print_help()
        return
    execute_from_command_line(["podium", *(sys.argv[1:] or ["serve"])])


def plugin() -> None:
    """`kubectl podium …` runs the program kubectl-podium with the words that follow."""
    if not sys.argv[1:]:
        sys.argv.append("--help")
    main()


# Worker processes import this file again under another name: everything must stay inside the guard.
if __name__ == "__main__":
    main()
