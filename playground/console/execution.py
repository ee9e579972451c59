"""Executes one line of the console."""

from __future__ import annotations

from typing import Any

from playground.console.api import Api
from playground.console.line import CommandLine, read_flags, read_line
from playground.console.output import LineError, Output
from playground.console.table import VERBS, help_of

FILTERS = ("grep", "head", "tail", "wc", "sort")


def play(api: Api, line: str, text: str) -> dict[str, Any]:
    """The output of a line as JSON. The page applies the filters behind `|`."""
    output = Output()
    filters: tuple[tuple[str, ...], ...] = ()
    try:
        command_line = read_line(line)
        filters = command_line.filters
        for words in filters:
            if not words or words[0] not in FILTERS:
                raise LineError(f"error: behind | there may be {', '.join(FILTERS)}")
        _command(api, command_line, text, output)
    except LineError as error:
        api.tell(output)
        output.text(error.text)
        output.code = error.code
        filters = ()
    api.tell(output)
    output.changed = api.changed
    return {**output.to_json(), "filters": filters}


def _command(api: Api, command_line: CommandLine, text: str, output: Output) -> None:
    """Runs the verb of a command line."""
    words = command_line.words
    if not words:
        return
    # flags may precede the verb
    at = next((place for place, word in enumerate(words) if word in VERBS or word in ("help", "use")), None)
    if at is None or not all(_leading(words[:at])):
        raise LineError(f'error: unknown command "{words[0][:60]}" for "kubectl"; `help` lists the commands')
    name, rest = words[at], (*words[:at], *words[at + 1 :])
    if name == "help" or "--help" in rest or rest == ("-h",):
        help_of(rest if name == "help" else (name,), output)
    elif name == "use":
        _use(api, rest, output)
    else:
        verb = VERBS[name]
        args = read_flags(rest, verb.by_name)
        api.namespace = args.text("namespace", api.namespace)
        if verb.whole:
            args.words.insert(0, name)
        before = output.next
        verb.run(api, args, text, output)
        if output.next != before and output.next.startswith("--"):
            output.next = _again(command_line.words, output.next)


def _leading(words: tuple[str, ...]) -> list[bool]:
    """For each word before the verb, whether it is a flag or a flag's value."""
    return [
        word.startswith("-") or (place > 0 and words[place - 1].startswith("-"))
        for place, word in enumerate(words)
    ]


def _again(words: tuple[str, ...], more: str) -> str:
    """The same command with the flag that tells where it should continue."""
    name = more.partition("=")[0]
    other_words = [word for word in words if not word.startswith(f"{name}=")]
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in (*other_words, more))


def _use(api: Api, words: tuple[str, ...], output: Output) -> None:
    """Sets the namespace of the following commands."""
    if len(words) != 1:
        raise LineError("error: use needs the name of a namespace")
    api.must("GET", api.kind_named("namespaces").path("", words[0]))
    output.namespace = words[0]
    output.say(f'Context modified: namespace "{words[0]}"')
