"""A command line: words split as in a shell, filters behind `|`, and the flags of a verb."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from playground import limits
from playground.console.output import LineError

PROGRAMS = ("kubectl", "k")
SHELL = ("&&", "||", ";", ">", ">>", "<", "&", "$(")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command without `kubectl`. `filters` has the words of each filter after a `|`."""

    words: tuple[str, ...]
    filters: tuple[tuple[str, ...], ...] = ()


def read_line(line: str) -> CommandLine:
    if len(line) > limits.CONSOLE_LINE_CHARACTERS:
        raise LineError(f"error: a line has at most {limits.CONSOLE_LINE_CHARACTERS} characters")
    reader = shlex.shlex(line, posix=True, punctuation_chars="|;&<>")
    reader.whitespace_split, reader.commenters = True, "#"
    try:
        words = list(reader)
    except ValueError as error:
        raise LineError(f"error: {str(error).lower()}") from None
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            parts.append([])
        elif word in SHELL:
            raise LineError(
                f"error: the console is no shell: {word} is not there, only | with grep, head and so on"
            )
        else:
            parts[-1].append(word)
    first = parts[0]
    if first and first[0] in PROGRAMS:
        first = first[1:]
    return CommandLine(tuple(first), tuple(tuple(part) for part in parts[1:]))


@dataclass(frozen=True, slots=True)
class Flag:
    """`takes_value`: whether a value follows; `values` are the completions, or the name of a kind whose names
    complete it (`namespaces`)."""

    name: str
    short: str = ""
    takes_value: bool = True
    values: tuple[str, ...] | str = ()


@dataclass
class Arguments:
    """`words` are the positional arguments, `flags` the values of each flag, `after` the words after `--`."""

    words: list[str] = field(default_factory=list)
    flags: dict[str, list[str]] = field(default_factory=dict)
    after: list[str] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        return self.flags[name][-1] if name in self.flags else default

    def all(self, name: str) -> list[str]:
        return self.flags.get(name, [])

    def on(self, name: str) -> bool:
        return self.text(name) not in ("", "false", "0")

    def whole(self, name: str) -> int | None:
        if name not in self.flags:
            return None
        number = self.text(name)
        if not number.removeprefix("-").isdecimal() or len(number) > 10:
            raise LineError(
                f'error: invalid argument "{number[:40]}" for "--{name}" flag: '
                "strconv.ParseInt: invalid syntax"
            )
        return int(number)


def read_flags(words: tuple[str, ...], flags: Mapping[str, Flag]) -> Arguments:
    """Separates the flags of a verb from its positional arguments. A flag may stand anywhere before `--`."""
    shorts = {flag.short: flag for flag in flags.values() if flag.short}
    args = Arguments()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            args.after = rest
            break
        if not word.startswith("-") or word == "-" or word[1:2].isdecimal():
            args.words.append(word)
            continue
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            flag = flags.get(name)
        else:
            flag, value = shorts.get(word[1:2]), word[2:]
            equals = "=" if value else ""
            value = value.removeprefix("=")
        if flag is None:
            short = not word.startswith("--")
            raise LineError(
                f"error: unknown shorthand flag: '{word[1:2]}' in {word}"
                if short
                else f"error: unknown flag: {word.partition('=')[0]}"
            )
        if not flag.takes_value:
            args.flags.setdefault(flag.name, []).append(value if equals else "true")
        elif equals:
            args.flags.setdefault(flag.name, []).append(value)
        elif rest:
            args.flags.setdefault(flag.name, []).append(rest.pop(0))
        else:
            raise LineError(f"error: flag needs an argument: {word}")
    return args
