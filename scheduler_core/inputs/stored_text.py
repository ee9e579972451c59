"""The JSON text as which an input is stored, and the only reader of such texts.

Every input passes `as_read_back` before it becomes a part of a run, so that no input is acknowledged which
the reader could not read again.
"""

from __future__ import annotations

import json

from scheduler_core.inputs.json_check import not_json
from scheduler_core.inputs.parse import Input, parse_input
from scheduler_core.objects.hashing import encode
from scheduler_core.objects.problem import Problem

PATH = "input"


def input_text(value: Input) -> str:
    """The text of an input that `as_read_back` returned: JSON in plain ASCII."""
    return encode(value.to_json()).decode("ascii")


def read_input_text(text: str) -> Input | Problem:
    """The input that a text describes, or why it describes none. The text may be anything."""
    try:
        return parse_input(json.loads(text), PATH)
    except RecursionError:
        return Problem(PATH, "input.text_too_deep")
    except ValueError as error:  # no JSON, or a whole number of more digits than Python reads
        return Problem(PATH, "input.no_json", {"detail": str(error)[:120]})


def as_read_back(value: Input) -> Input | Problem:
    """The input that the stored text of `value` is read back as, without what must not be stored, such as
    secrets. A Problem when the text is unreadable, or would change each time it is read and stored.
    """
    text = _text_of(value)
    read = text if isinstance(text, Problem) else read_input_text(text)
    if isinstance(read, Problem):
        return read
    stored = _text_of(read)
    if stored == text:
        return read
    again = stored if isinstance(stored, Problem) else read_input_text(stored)
    if again != read or _text_of(again) != stored:
        return again if isinstance(again, Problem) else Problem(PATH, "input.not_kept")
    return read


def _text_of(value: Input | Problem) -> str | Problem:
    if isinstance(value, Problem):
        return value
    document = value.to_json()
    wrong = not_json(document, PATH)
    if wrong is not None:
        return wrong
    try:
        return encode(document).decode("ascii")
    except (ValueError, RecursionError) as error:  # a whole number of more digits than Python writes
        return Problem(PATH, "input.no_json", {"detail": str(error)[:120]})
