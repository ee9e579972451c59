"""`docs/protocol.md` says what the code does: commands, error codes, close codes, limits."""

import re
from pathlib import Path

import pytest

from playground import limits, messages
from playground.runs import protocol

DOCS = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, each a list of its cells."""
    lines = DOCS.split(f"{heading}\n", 1)[1].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def test_the_commands_of_the_docs_are_those_of_the_code() -> None:
    documented = [tuple(row) for row in table("## What a client sends")]

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
    assert [f"`{code}`" for code in protocol.ERROR_CODES] == [row[0] for row in table("### Errors")]


def test_the_close_codes_of_the_docs_are_those_of_the_code() -> None:
    documented = {int(code): words for code, words in table("### Close codes")}

    assert protocol.CLOSE_CODES == documented


def test_every_error_code_in_the_code_is_in_the_table() -> None:
    folder = Path(protocol.__file__).parent
    source = "".join((folder / name).read_text(encoding="utf-8") for name in ("consumers.py", "protocol.py"))
    used = set(re.findall(r'(?:WireError|refuse)\(\s*(?:request,\s*)?"([a-z.]+[a-z_]*)"', source))

    assert used <= set(protocol.ERROR_CODES)
    assert len(used) > 8


def test_every_message_of_the_wire_has_a_template() -> None:
    folder = Path(protocol.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    used = set(re.findall(r'\bmessage\(\s*"([a-z_.]+)"', source))

    assert used <= set(messages.WIRE)


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
        f"newest {limits.TIMELINE_ACTS:,} lines".replace(",", " "),
    ],
)
def test_the_limits_of_the_docs_are_those_of_the_code(words: str) -> None:
    assert words in DOCS
