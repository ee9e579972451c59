"""`podium completion SHELL` prints a script that lets a shell complete podium's commands and options."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import shtab

from playground.commandline import arguments, overview


class Command(arguments.Command):
    help = "Print the script with which a shell completes podium's commands and options."
    examples = """\
  podium completion bash > ~/.local/share/bash-completion/completions/podium
  podium completion zsh > "${fpath[1]}/_podium\""""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS)

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(shtab.complete(overview.parser(), options["shell"]))
