"""Where a command plays a scenario: locally, or on the server given by `--server`."""

from __future__ import annotations

from collections.abc import Callable

import scheduler_core as core
from playground.commandline import arguments
from playground.commandline.run import LocalRun, PlayedRun, ServerRun
from playground.texts.manifests import yaml_text
from playground.texts.manifests.writer import documents_of


def played(
    scenario: core.Scenario, server: str, progress: Callable[[str], None] = lambda words: None
) -> PlayedRun:
    """The run of a scenario, on the server with this address, or in this process where it is "". `progress`
    gets a sentence from time to time."""
    if not server:
        opened = arguments.recording_of(
            scenario, lambda share: progress(f"{share:.0%} of the cluster is opened")
        )
        return LocalRun(opened, progress)
    return ServerRun(server, yaml_text.dump_documents(documents_of(scenario, scenario.seed)), scenario.title)
