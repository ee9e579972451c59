"""`docs/protocol.md` says what the code does: commands, error codes, close codes, limits."""

import json
import re
from pathlib import Path

import pytest

import playground.gallery
from playground import limits
from playground.runs import protocol
from playground.runs.changes.input_text import InputText, read_text
from playground.texts import messages
from playground.texts.manifests.yaml_source import read
from scheduler_core import (
    Problem,
    Run,
    Scenario,
    SourceDocument,
    parse_input,
    parse_scenario,
)
from scheduler_core.inputs.parse import INPUT_KINDS
from tests.playground.doc_tables import table

DOCS = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_commands_of_the_docs_are_those_of_the_code() -> None:
    documented = [tuple(row) for row in table(DOCS, "## What a client sends")]

    written = [
        (
            f"`{command.name}`",
            ", ".join(f"`{field.name}`{'' if field.required else '?'}" for field in command.fields) or "–",
            command.needs,
            command.words,
        )
        for command in protocol.COMMANDS.values()
    ]
    assert written == documented


def test_the_error_codes_of_the_docs_are_those_of_the_code() -> None:
    assert [f"`{code}`" for code in protocol.ERROR_CODES] == [row[0] for row in table(DOCS, "### Errors")]


def test_the_close_codes_of_the_docs_are_those_of_the_code() -> None:
    documented = {int(code): words for code, words in table(DOCS, "### Close codes")}

    assert protocol.CLOSE_CODES == documented


def test_every_error_code_in_the_code_is_in_the_table() -> None:
    folder = Path(protocol.__file__).parent
    source = "".join(
        (folder / name).read_text(encoding="utf-8")
        for name in ("socket/consumer.py", "protocol.py", "socket/socket.py")
    )
    used = set(re.findall(r'(?:ErrorReply|refuse)\(\s*(?:request,\s*)?"([a-z.]+[a-z_]*)"', source))

    assert used <= set(protocol.ERROR_CODES)
    assert len(used) > 8


def test_every_message_of_the_wire_has_a_template() -> None:
    folder = Path(protocol.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    used = set(re.findall(r'\b(?:problem|bad|refuse)\(\s*(?:request,\s*)?"([a-z_.]+)"', source))

    assert used <= set(messages.WIRE) | {"step.bounded", "input.invalid"}
    assert len(used) > 12


@pytest.mark.parametrize(
    "words",
    [
        f"{limits.SOCKET_MESSAGE_BYTES // 1024} kB",
        f"{limits.SOCKET_MESSAGES_PER_SECOND:.0f} messages a second, {limits.SOCKET_BURST} at once",
        f"{limits.INPUTS_PER_SECOND:.0f} a second an owner, {limits.INPUTS_BURST} at once",
        f"{limits.RUN_INPUTS_MAX:,} a run".replace(",", " "),
        f"{limits.RUN_FRAMES_MAX:,} steps".replace(",", " "),
        f"more than {limits.STEP_WALL_SECONDS:.0f} s",
        f"default {limits.STEP_FRAMES_DEFAULT},\nat most {limits.STEP_FRAMES_MAX}",
        f"{limits.COSTLY_PER_MINUTE:.0f} a minute an address",
        f"after\n{limits.UNION_WALL_SECONDS} s of work",
        f"newest {limits.TIMELINE_ACTS:,} lines".replace(",", " "),
    ],
)
def test_the_limits_of_the_docs_are_those_of_the_code(words: str) -> None:
    assert words in DOCS


def fields_of(view: str) -> tuple[set[str], set[str]]:
    """The documented fields of a view: those it always has, those it may have."""
    rows = table(DOCS, "## Snapshots")
    cell = next(row[1] for row in rows if row[0] == view)
    names = re.findall(r"`(\w+)`(\??)", cell)
    return {name for name, mark in names if not mark}, {name for name, mark in names if mark}


def test_the_views_of_the_docs_are_those_of_the_core() -> None:
    recording = Run(story())
    head = len(recording.step(0, "quiet", limit=500))
    results: dict[str, list[set[str]]] = {"node": [], "pod": [], "span": [], "outline": [], "decision": []}
    for seq in range(head + 1):
        snapshot = recording.snapshot(seq)
        for view, values in (
            ("node", snapshot["nodes"]),
            ("pod", snapshot["pods"]),
            ("span", snapshot["spans"]),
            ("outline", [item for item in [snapshot["last"]] if item]),
            ("decision", [item for item in [recording.decision(seq)] if item]),
        ):
            results[view] += [set(value) for value in values]

    assert [] == [view for view, result in results.items() if not result]
    for view, result in results.items():
        always, sometimes = fields_of(view)
        assert result, view
        assert all(always <= fields <= always | sometimes for fields in result), (view, result[0] ^ always)


def test_the_kinds_of_frames_in_the_docs_hold_those_of_the_core() -> None:
    recording = Run(story())
    kinds = {frame["kind"] for frame in recording.step(0, "quiet", limit=500)}
    documented = set(re.findall(r"`([a-z-]+)`", DOCS.split("- `kind`: ", 1)[1].split("- `changes`", 1)[0]))

    assert kinds <= documented
    assert {f"input-{kind}" for kind in INPUT_KINDS} <= documented


def test_every_input_of_the_docs_is_one() -> None:
    block = DOCS.split("The value is one of", 1)[1].split("```json\n", 1)[1].split("```", 1)[0]
    read = [read_text(json.loads(line)) for line in block.strip().splitlines()]
    texts = [item.text for item in read if isinstance(item, InputText)]
    parsed = [parse_input(json.loads(text)) for text in texts]

    assert set(INPUT_KINDS) == {json.loads(text)["kind"] for text in texts}
    assert [] == [problem for problem in parsed if isinstance(problem, Problem)]


def story() -> Scenario:
    """The gallery's scenario with most to see: a preemption with victims that take their time."""
    path = Path(playground.gallery.__file__).parent / "scenarios" / "gap-and-reservation.yaml"
    documents = [
        SourceDocument(document.index, document.value) for document in read(path.read_bytes()).documents
    ]
    scenario = parse_scenario(documents).scenario
    assert scenario is not None
    return scenario
