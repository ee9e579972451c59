"""An input as a socket receives it: YAML text becomes documents. The core drops secret values when it reads
the input, and only the core's version is stored."""

from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import sync_to_async

from playground import limits
from playground.runs.changes import bounds
from playground.runs.protocol import encode, wrong_type
from playground.texts.manifests.yaml_source import Source, read
from playground.texts.messages import problem
from scheduler_core import Position, Problem, Refused

DOCUMENTS = "input.documents["


@dataclass(frozen=True)
class InputText:
    """JSON text of an input for the core, with the YAML it came from so that problems can name lines."""

    text: str
    source: Source | None = None

    def placed(self, answer: Problem | Refused) -> Problem:
        """The problem of this input, or the API server's refusal, with its place in the YAML."""
        if isinstance(answer, Refused):
            answer = problem("input.refused", answer.path, text=answer.text, code=answer.code)
        return replace(answer, position=self.position_of(answer.path))

    def position_of(self, path: str) -> Position | None:
        """The position in the YAML of a path such as `input.documents[1].spec`; None when the input was not
        YAML."""
        if self.source is None or not path.startswith(DOCUMENTS):
            return None
        number, _, rest = path[len(DOCUMENTS) :].partition("]")
        if not number.isdecimal() or int(number) >= len(self.source.documents):
            return None
        document = self.source.documents[int(number)]
        inner = rest.lstrip(".")
        place = self.source.locate(document.index, [inner]).get(inner) if inner else None
        return place or Position(document.line, 1)


def read_text(value: dict[str, Any]) -> InputText | Problem:
    """Splits the input's `yaml` into documents; an input without it stays as it is. An input that is too long
    to be stored is a problem."""
    try:
        read = _read_text(value)
    # writing needs a few more stack levels than reading, so a deeply nested message can fail here
    except RecursionError:
        return problem("protocol.not_json", "input", detail="nested too deeply")
    return (bounds.large(len(read.text)) or read) if isinstance(read, InputText) else read


def _read_text(value: dict[str, Any]) -> InputText | Problem:
    if value.get("kind") != "apply":
        return InputText(encode(value))
    source = None
    if value.get("yaml") is not None:
        if value.get("documents"):
            return problem("input.text_and_documents", "input.yaml")
        if not isinstance(value["yaml"], str):
            return wrong_type("input.yaml", "a text", value["yaml"])
        source = read(value["yaml"], max_expanded=limits.INPUT_EXPANDED)
        if source.problems:
            first = source.problems[0]
            return replace(first, path=first.path or "input.yaml")
        documents: Any = [document.value for document in source.documents]
    else:
        documents = value.get("documents")
    # The core gets all other members; it reads `at` and refuses fields that it does not know.
    rest = {name: member for name, member in value.items() if name != "yaml"}
    return InputText(encode({**rest, "documents": documents}), source)


async def read_input(value: dict[str, Any]) -> InputText | Problem:
    """`read_text`, off the event loop when there is YAML to read."""
    if "yaml" not in value:
        return read_text(value)
    return await sync_to_async(read_text, thread_sensitive=False)(value)
