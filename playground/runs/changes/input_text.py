"""An input as it comes over a socket: YAML text becomes documents. The core drops what may be secret when it
reads the input, and only what the core read is stored.
"""

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
    """JSON text of an input for the core, and the YAML it came from, to find lines again."""

    text: str
    source: Source | None = None

    def placed(self, answer: Problem | Refused) -> Problem:
        """What is wrong with this input, or why the API server refused it, with its place in the YAML."""
        if isinstance(answer, Refused):
            answer = problem("input.refused", answer.path, text=answer.text, code=answer.code)
        return replace(answer, position=self.position_of(answer.path))

    def position_of(self, path: str) -> Position | None:
        """Where a path such as `input.documents[1].spec` stands, if the input came as YAML."""
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
    """Takes `yaml` apart if the input has it; without, the value as it is. What would be too long to be kept
    is a problem.
    """
    try:
        made = _read_text(value)
    except RecursionError:  # a message that could just be read is written a few calls further down
        return problem("protocol.not_json", "input", detail="nested too deeply")
    return (bounds.large(len(made.text)) or made) if isinstance(made, InputText) else made


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
    # All else that the input has goes to the core, which reads `at` and refuses a field it does not know.
    rest = {name: member for name, member in value.items() if name != "yaml"}
    return InputText(encode({**rest, "documents": documents}), source)


async def read_input(value: dict[str, Any]) -> InputText | Problem:
    """As `read_text`, off the event loop when there is YAML to read."""
    if "yaml" not in value:
        return read_text(value)
    return await sync_to_async(read_text, thread_sensitive=False)(value)
