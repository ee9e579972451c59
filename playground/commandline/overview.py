"""All commands of podium in one parser, for the overview of `podium --help` and for completion."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from django.core.management import get_commands, load_command_class

HIDDEN = frozenset({"bench_web", "open_case", "prepare"})
"""Commands for the project's own development."""


def parser() -> ArgumentParser:
    """A parser with a subparser for each command. Without a command podium serves."""
    whole = ArgumentParser(
        "podium",
        description="See how Kubernetes schedules. Without a command the playground is served.",
        epilog="podium COMMAND --help says more, with examples.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parts = whole.add_subparsers(metavar="COMMAND", title="commands")
    for name, app in sorted(get_commands().items()):
        if not app.startswith("playground") or name in HIDDEN:
            continue
        command = load_command_class(app, name)
        command.add_arguments(parts.add_parser(name, help=command.help))  # type: ignore[arg-type]
    return whole
