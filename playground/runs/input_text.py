"""An input as it comes over a socket: YAML text becomes documents, and what may be secret is dropped before
anything is computed or stored."""

from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async

from playground.manifests.yaml_source import Source, read
from playground.runs.protocol import Message, encode, message
from scheduler_core import drop_secrets

DOCUMENTS = "input.documents["


@dataclass(frozen=True)
class InputText:
    """JSON text of an input for the core, and the YAML it came from, to find lines again."""

    text: str
    source: Source | None = None

    def line_of(self, path: str) -> int | None:
        """The line (from 1) of a path such as `input.documents[1].spec`, if the input came as YAML."""
        if self.source is None or not path.startswith(DOCUMENTS):
            return None
        number, _, rest = path[len(DOCUMENTS) :].partition("]")
        if not number.isdigit() or int(number) >= len(self.source.documents):
            return None
        document = self.source.documents[int(number)]
        inner = rest.lstrip(".")
        place = self.source.locate(document.index, [inner]).get(inner) if inner else None
        return place.line if place else document.line


@dataclass(frozen=True)
class BadInput:
    message: Message
    path: str
    line: int | None = None


def read_text(value: dict[str, Any]) -> InputText | BadInput:
    """Takes `yaml` apart if the input has it; without, the value as it is."""
    if value.get("kind") != "apply":
        return InputText(encode(value))
    source = None
    if value.get("yaml") is not None:
        if value.get("documents"):
            return BadInput(message("input.text_and_documents"), "input.yaml")
        if not isinstance(value["yaml"], str):
            return BadInput(
                message(
                    "protocol.wrong_type",
                    path="input.yaml",
                    expected="a text",
                    got=encode(value["yaml"])[:40],
                ),
                "input.yaml",
            )
        source = read(value["yaml"])
        if source.problems:
            problem = source.problems[0]
            line = problem.position.line if problem.position else None
            return BadInput(message(problem.code, **problem.args), problem.path or "input.yaml", line)
        documents: Any = [document.value for document in source.documents]
    else:
        documents = value.get("documents")
    cleaned, _ = drop_secrets(documents)
    return InputText(encode({"kind": "apply", "documents": cleaned}), source)


async def read_input(value: dict[str, Any]) -> InputText | BadInput:
    """As `read_text`, off the event loop when there is YAML to read."""
    if "yaml" not in value:
        return read_text(value)
    return await sync_to_async(read_text, thread_sensitive=False)(value)
