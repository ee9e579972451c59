"""Where a command plays a scenario: locally, or on the server given by `--server`."""

from __future__ import annotations

import scheduler_core as core
from playground.commandline import arguments
from playground.commandline.run import Here, Played, There
from playground.texts.manifests import yaml_text
from playground.texts.manifests.writer import documents_of


def played(scenario: core.Scenario, server: str) -> Played:
    if not server:
        return Here(arguments.recording_of(scenario))
    return There(server, yaml_text.dump_documents(documents_of(scenario, scenario.seed)), scenario.title)
