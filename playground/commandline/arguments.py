"""Reads files, conditions and names from the command line. A problem ends the command with exit code 2."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import scheduler_core as core
from playground import limits
from playground.commandline.progress import Progress
from playground.imports import archives, folders, gzip_texts
from playground.imports.files import MARKER, Places, join
from playground.imports.gathered import Gathered
from playground.plugins import own_plugins
from playground.server.reference_cycles import without_collection
from playground.texts import dump_commands
from playground.texts.manifests import importer, words, yaml_source
from playground.texts.manifests.texts import plain_texts

STDIN = "-"
FILE_HELP = "manifests as YAML or JSON, an archive or a folder of them; - reads stdin"
MOST_STEPS = 5_000
"""The most steps that a command plays by default."""
_FILES = ("files", "filename", "kubeconfig")
"""Options with file names, which may contain any bytes."""
_PREFIXES = ("pod/", "pods/", "po/")


class BadInputError(CommandError):
    """The input cannot be read. Exit code 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=2)


class Command(BaseCommand):
    """A command with examples below its help; `{command}` in them stands for the command that prints a
    cluster. Its errors are plain lines on stderr.
    """

    examples = ""
    requires_system_checks: list[str] = []
    suppressed_base_arguments = {
        "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color",
        "--force-color", "--skip-checks",
    }  # fmt: skip

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        examples = self.examples.replace("{command}", dump_commands.WHOLE_CLUSTER)
        how = {"epilog": f"examples:\n{examples}", "formatter_class": RawDescriptionHelpFormatter}
        return super().create_parser(prog_name, subcommand, **how, **kwargs)

    def execute(self, *args: Any, **options: Any) -> Any:
        try:
            strings = [
                text for name, value in options.items() if name not in _FILES for text in _texts(value)
            ]
            if not plain_texts(strings):
                raise BadInputError("an argument is no text: it holds NUL, or bytes that are not UTF-8")
            return super().execute(*args, **options)
        except CommandError as error:
            if not self._called_from_command_line:  # type: ignore[attr-defined]
                raise
            self.stderr.write(str(error))
            sys.exit(error.returncode)
        except BrokenPipeError:  # the reader of the output, such as `head`, has closed it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)


def _texts(value: Any) -> Iterator[str]:
    """The strings of an option, which may be repeated."""
    for text in value if isinstance(value, list | tuple) else (value,):
        if isinstance(text, str):
            yield text


def add_file(parser: ArgumentParser) -> None:
    """FILE, also as `-f FILE` as in kubectl, and repeatable."""
    parser.add_argument("files", metavar="FILE", nargs="*", default=[], help=FILE_HELP)
    parser.add_argument(
        "-f", "--filename", metavar="FILE", action="append", default=[], help="the same as FILE"
    )


def add_seed(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, help="the seed of all tosses; else the one that the file names")


def add_release(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--release",
        metavar="V",
        default="",
        help="the release of Kubernetes; else that of the file or its nodes",
    )
    parser.add_argument(
        "--feature-gates", metavar="G=true,…", default="", help="feature gates that are set otherwise"
    )


def chosen_release(options: dict[str, Any]) -> core.ChosenRelease:
    """What `--release` and `--feature-gates` choose. BadInputError: there is no such release or gate."""
    chosen = core.chosen_release(options.get("release") or "", options.get("feature_gates") or "")
    if isinstance(chosen, tuple):
        raise BadInputError("\n".join(_refusal(problem) for problem in chosen))
    return chosen


def _refusal(problem: core.Problem) -> str:
    option = "--release" if problem.path == "version" else "--feature-gates"
    return f"{option}: {words.say(problem.code, problem.args)}"


def add_server(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--server", metavar="URL", default="", help="play it there, where the run stays, and not here"
    )


def scenario_of(options: dict[str, Any], progress: Progress | None = None) -> core.Scenario:
    """The scenario of all files together. Objects that the API server would refuse are reported on stderr."""
    files = [*options["files"], *options["filename"]]
    if not files:
        raise BadInputError("a FILE is needed; - reads stdin")
    chosen = chosen_release(options)
    texts = [(name, read_file(name)) for name in files]
    return scenario_from(texts, options.get("seed"), chosen, progress)


def scenario_from(
    files: Sequence[tuple[str, bytes]],
    seed: int | None = None,
    chosen: core.ChosenRelease = core.DOCUMENTS,
    progress: Progress | None = None,
) -> core.Scenario:
    """The scenario of files, each as (name, bytes). BadInputError names file, line, path of each problem.
    `progress` tells how far it is."""
    data = files[0][1] if len(files) == 1 else join([(name, _text(name, data)) for name, data in files])
    gathered = any(is_gathered(part) for _, part in files)
    text = data.decode() if isinstance(data, bytes) and gathered else data
    places = Places.of(text, files[0][0]) if isinstance(text, str) else Places((files[0][0],), (0,))
    most = limits.IMPORT_UNPACKED_BYTES if gathered else limits.IMPORT_BYTES
    options: dict[str, Any] = {} if progress is None else {"read": progress.read, "checked": progress.checked}
    with without_collection():  # it took a quarter of the time of a large text
        imported = importer.import_text(
            text, add_nodes=False, chosen=chosen, max_bytes=most, gathered=gathered, **options
        )
    lines = [_line(places, problem) for problem in imported.problems]
    if imported.failed or imported.canonical is None:
        raise BadInputError("\n".join(lines))
    for line in lines:
        print(line, file=sys.stderr)
    scenario = core.Scenario.from_canonical(json.loads(imported.canonical))
    return replace(scenario, seed=imported.seed if seed is None else seed)


def is_gathered(data: bytes) -> bool:
    """Whether a text holds the files of an archive or of a folder."""
    return data.startswith(MARKER.encode())


def reduced(name: str, data: bytes) -> bytes:
    """A text as short as possible for the same run: without files that cannot be read, which are named on
    stderr, and without fields by which nothing is decided."""
    scenario = scenario_from([(name, data)])
    header = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "imported"}}
    items: list[core.Json] = [*map(dict, scenario.documents)]
    documents = (
        {**header, "spec": {"start": scenario.start}},
        {"apiVersion": "v1", "kind": "List", "items": items},
    )
    return "\n---\n".join(json.dumps(document, separators=(",", ":")) for document in documents).encode()


def recording_of(scenario: core.Scenario, progress: Callable[[float], None] = lambda share: None) -> core.Run:
    """`progress` gets the share (0 to 1) that is opened."""
    with without_collection():
        return core.Run(scenario, plugins=own_plugins(), progress=progress)


def condition_of(text: str) -> core.Condition:
    """A condition in the syntax of docs/conditions.md."""
    source = yaml_source.read(text)
    problem = next(iter(source.problems), None)
    if problem is None and len(source.documents) == 1:
        parsed = core.parse_condition(source.documents[0].value, "until")
        if not isinstance(parsed, core.Problem):
            return parsed
        problem = parsed
    if problem is None:
        raise BadInputError("--until: one condition is needed")
    where = f"--until: {problem.path}" if problem.path else "--until"
    raise BadInputError(f"{where}: {words.say(problem.code, problem.args)}")


def pod_key(text: str, namespace: str = "default") -> str:
    """`namespace/name` of a pod written as `name` or `namespace/name`, optionally after `pod/`."""
    for prefix in _PREFIXES:
        text = text.removeprefix(prefix)
    parts = text.split("/")
    if not all(parts) or len(parts) > 2:
        raise BadInputError(f"{text!r} names no pod; write pod/NAME or pod/NAMESPACE/NAME")
    return text if len(parts) == 2 else f"{namespace}/{text}"


def read_file(name: str) -> bytes:
    """A file's bytes, unpacked when compressed with gzip; of an archive or a folder its manifests as one
    text. Refuses files larger than the limit of uploads."""
    try:
        if name != STDIN and Path(name).is_dir():
            return _gathered(name, folders.read(Path(name)))
        if name == STDIN:
            data = sys.stdin.buffer.read(limits.IMPORT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limits.IMPORT_BYTES + 1)
    except OSError as error:
        raise BadInputError(str(error)) from error
    if len(data) > limits.IMPORT_BYTES:
        raise BadInputError(f"{name}: more than {limits.IMPORT_BYTES} bytes")
    if archives.is_archive(data):
        return _gathered(name, archives.unpacked(data))
    plain = gzip_texts.unpacked(data, limits.IMPORT_BYTES) if gzip_texts.is_packed(data) else data
    if isinstance(plain, core.Problem):
        raise BadInputError(f"{name}: {words.say(plain.code, plain.args)}")
    return bytes(plain)


def _gathered(name: str, files: Gathered | core.Problem) -> bytes:
    """The text of an archive or of a folder; what was left out is named on stderr."""
    if isinstance(files, core.Problem):
        raise BadInputError(f"{name}: {words.say(files.code, files.args)}")
    for report in files.reports:
        for remark in report.remarks:
            print(f"{name}: {words.say(remark.code, remark.args)}", file=sys.stderr)
    return files.text.encode()


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{name}: {error}") from error


def _line(places: Places, problem: core.Problem) -> str:
    """`file:line: path: message`."""
    where = places.line_name(problem.position.line if problem.position else 1)
    sentence = words.say(problem.code, problem.args)
    return f"{where}: {problem.path}: {sentence}" if problem.path else f"{where}: {sentence}"
