"""`docs/rooms.md` says what the code does: commands, error codes, close codes, addresses."""

import re
from pathlib import Path

from playground.classroom import protocol, urls
from playground.classroom.services.rooms import LETTERS
from playground.texts import messages
from tests.playground.doc_tables import table

DOCS = (Path(__file__).parents[3] / "docs" / "rooms.md").read_text(encoding="utf-8")
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in sorted(Path(protocol.__file__).parent.rglob("*.py"))
)


def test_the_commands_of_the_docs_are_those_of_the_code() -> None:
    written = [
        [
            f"`{command.name}`",
            ", ".join(f"`{field.name}`{'' if field.required else '?'}" for field in command.fields) or "–",
            command.needs,
            command.words,
        ]
        for command in protocol.COMMANDS.values()
    ]

    assert written == table(DOCS, "### What a client sends")


def test_the_error_codes_of_the_docs_are_those_of_the_code() -> None:
    documented = {code.strip("`"): words for code, words in table(DOCS, "### Errors")}

    assert protocol.ERROR_CODES == documented


def test_the_close_codes_of_the_docs_are_those_of_the_code() -> None:
    documented = {int(code): words for code, words in table(DOCS, "### Close codes")}

    assert protocol.CLOSE_CODES == documented


def test_every_address_is_in_the_docs() -> None:
    routes = {re.sub("<[a-z]+:[a-z_]+>", "<>", str(urlpattern.pattern)) for urlpattern in urls.urlpatterns}
    cells = " ".join(row[0] for row in table(DOCS, "## Addresses"))
    named = {re.sub("<[a-z]+>", "<>", item).lstrip("/") for item in re.findall(r"(/[^\s`]+)", cells)}
    beside = {f"rooms/<>/{item}" for item in re.findall(r"`(export\.[a-z]+)`", cells)}

    assert routes == named | beside


def test_the_letters_of_a_code_are_those_of_the_docs() -> None:
    assert f"`{LETTERS}`" in DOCS


def test_every_sentence_that_a_room_says_has_a_template() -> None:
    used = set(re.findall(r'\b(?:problem|no)\(\s*(?:request,\s*)?"([a-z_.]+)"', SOURCE))

    assert used <= set(messages.WIRE)


def test_every_code_with_which_a_command_is_refused_is_documented() -> None:
    used = set(re.findall(r'\bno\(\s*request,\s*"([a-z_.]+)"', SOURCE))

    assert used <= set(protocol.ERROR_CODES)
    assert len(used) > 8
