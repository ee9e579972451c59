"""A question that can be asked of a run: a row of `table.QUERIES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.inputs.reader import short
from scheduler_core.objects.manifest import Json, integer
from scheduler_core.objects.problem import Problem

More: TypeAlias = Callable[[], bool]
"""Called after each examined step. False ends this part of the answer."""


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """One part of an answer, up to step `seq`. Where it is not `done`, the same question with the arguments
    `again` in place of its own answers the rest. Lists of the parts belong behind one another; of every other
    member the newest counts.
    """

    answer: Mapping[str, Json]
    seq: int
    done: bool
    again: Mapping[str, Json] = field(default_factory=dict)


def joined(answers: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The answers of parts as one: lists behind one another, of every other member the newest."""
    whole: dict[str, Json] = {}
    for answer in answers:
        for member, value in answer.items():
            before = whole.get(member)
            whole[member] = (
                [*before, *value] if isinstance(before, list) and isinstance(value, list) else value
            )
    return whole


Answer: TypeAlias = "Json | bytes | Problem | AnswerPart"
"""JSON, or JSON that is encoded already. None: no object has that name at that step."""

_CODES: Mapping[str, str] = MappingProxyType(
    {
        "string": "input.not_a_text",
        "integer": "input.not_a_whole_number",
        "number": "input.not_seconds",
        "boolean": "input.not_a_flag",
        "object": "input.not_a_map",
        "array": "input.not_a_list",
    }
)
_TYPES: Mapping[str, Callable[[Json], bool]] = MappingProxyType(
    {
        "string": lambda value: isinstance(value, str),
        "integer": lambda value: integer(value) is not None,
        "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
        "boolean": lambda value: isinstance(value, bool),
        "object": lambda value: isinstance(value, Mapping),
        "array": lambda value: isinstance(value, list | tuple),
    }
)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a question. `type` is one of JSON Schema, "" for any value; `words` describe it. An
    argument that is not `required` is None where it is not given."""

    name: str
    type: str = ""
    words: str = ""
    required: bool = True

    @property
    def schema(self) -> dict[str, Json]:
        """Its JSON Schema."""
        return {"type": self.type} if self.type else {}

    def problem(self, value: Json) -> Problem | None:
        """What is wrong with a value."""
        if not self.type or (value is None and not self.required) or _TYPES[self.type](value):
            return None
        return Problem(self.name, _CODES[self.type], {"got": short(value)})


@dataclass(frozen=True, slots=True)
class Query:
    """`function` takes the recording, the step up to which it was played, and the arguments in their order;
    with `parts` also `More`, and it returns an `AnswerPart`. None means that no object has that name at that
    step; with `nullable` None is an ordinary answer.

    `words` and `schema`, the JSON Schema of the answer, are of a question that is part of `/api/v1`.
    """

    function: Callable[..., Answer]
    arguments: tuple[Argument, ...] = ()
    parts: bool = False
    nullable: bool = False
    words: str = ""
    schema: Mapping[str, Json] | None = None

    def ask(
        self, recording: Recording, seq: int, args: Mapping[str, Json], more: More = lambda: True
    ) -> Answer:
        """The answer at step `seq`, which raises NoStepError where the run never reaches it. An argument that
        the question does not have, or lacks, is a bug: TypeError.
        """
        names = {argument.name for argument in self.arguments}
        if others := args.keys() - names:
            raise TypeError(f"no such argument: {sorted(others)}")
        values = [args.get(argument.name) for argument in self.arguments]
        for argument, value in zip(self.arguments, values, strict=True):
            if wrong := argument.problem(value):
                return wrong
        return self.function(recording, seq, *values, *([more] if self.parts else []))


def of_world(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """A function of the world at a step, as one of a recording and the step."""

    def answer(recording: Recording, seq: int, *args: Json) -> Answer:
        world: World = recording.world(seq)
        return function(world, *args)

    return answer
