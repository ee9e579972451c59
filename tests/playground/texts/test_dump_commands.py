"""The commands that print a cluster: one text, wherever it stands."""

from __future__ import annotations

import re
from pathlib import Path

from playground.console.api import kinds_of_all_releases
from playground.texts.dump_commands import DEVICE_KINDS, DEVICES, KINDS, WHOLE_CLUSTER, in_lines, warning

ROOT = Path(__file__).parents[3]
COMMAND = re.compile(r"kubectl get nodes,[a-z,]+ -A -o (?:yaml|json)")


LEAST = "kubectl get nodes,pods -A -o yaml"
"""What the least answer about a pending pod needs."""


def test_docs_show_the_command_that_pages_and_help_show() -> None:
    texts = [
        match
        for file in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "templates").rglob("*.html"))
        for match in COMMAND.findall(file.read_text(encoding="utf-8"))
        if match != LEAST
    ]

    assert (True, {WHOLE_CLUSTER}) == (len(texts) >= 4, set(texts))


def test_kubectl_knows_each_resource_of_the_commands() -> None:
    names = {name for kind in kinds_of_all_releases() for name in (kind.plural, *kind.short)}

    assert [] == [name for name in (*KINDS, *DEVICE_KINDS) if name not in names]


def test_the_command_in_lines_is_the_same_command_for_a_shell() -> None:
    text = in_lines()

    assert WHOLE_CLUSTER == text.replace("\\\n", "")
    assert 70 > max(len(line) for line in text.split("\n"))


def test_the_warning_names_what_is_missing_and_its_command() -> None:
    text = "Your answer may be wrong because the text lacks pv, leases. Add the output of: "

    assert ["", f"{text}kubectl get pv,leases -A -o yaml"] == [warning(()), warning(("pv", "leases"))]
    assert DEVICES.startswith("kubectl get resourceclaims,")
