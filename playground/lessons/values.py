"""Reads the values of a lesson's file: texts, names, numbers, conditions. Each problem has its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import scheduler_core as core
from playground.lessons.lesson import Lit
from playground.lessons.markdown import PICTURE_BYTES, good_picture
from playground.lessons.texts import LANGUAGES, NO_TEXT, Text

NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,78}[a-z0-9])?")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]*)")
SHORT, LONG = 400, 8_000
"""The most characters of a plain text, and of a Markdown text without its images."""
PICTURE = 280_000
"""The most characters of an image in a text: 200 kB as base64."""
MOST, INPUTS = 40, 100
"""The most entries of a list, and the most inputs."""
T = TypeVar("T")


class Values:
    """Reads values, each with its path, and collects the problems. A value that cannot be read is replaced by
    an empty one of its type: "", 0, an empty tuple."""

    def __init__(self) -> None:
        self.problems: list[core.Problem] = []

    def wrong(self, path: str, code: str, **args: Any) -> None:
        self.problems.append(core.Problem(path, code, args))

    def map(self, value: Any, path: str, allowed: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.wrong(path, "lesson.missing" if value is None else "input.not_a_map")
            return {}
        for name in value:
            if name not in allowed:
                where = f"{path}.{short(name)}".removeprefix(".")
                self.wrong(where, "input.unknown_field", supported=list(allowed))
        return value

    def list(
        self, value: Any, path: str, read: Callable[[Any, str], T], low: int = 0, high: int = MOST
    ) -> tuple[T, ...]:
        if value is None and not low:
            return ()
        if not isinstance(value, list):
            self.wrong(path, "lesson.missing" if value is None else "lesson.not_a_list")
            return ()
        if not low <= len(value) <= high:
            self.wrong(path, "lesson.length", got=len(value), low=low, high=high)
            return ()
        return tuple(read(item, f"{path}[{place}]") for place, item in enumerate(value))

    def name(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not NAME.fullmatch(value):
            self.wrong(path, "lesson.missing" if value is None else "scenario.not_a_name", got=short(value))
            return ""
        return value

    def string(self, value: Any, path: str, limit: int = SHORT) -> str:
        if not isinstance(value, str) or not value.strip():
            self.wrong(
                path, "lesson.missing" if value in (None, "") else "input.not_a_text", got=short(value)
            )
            return ""
        bare = re.sub(r"\(data:[^)]{0,300000}\)", "", value)
        if len(bare) > limit or len(value) > limit + 4 * PICTURE:
            self.wrong(path, "input.too_long", limit=limit)
        if limit == LONG and not all(good_picture(image) for image in _IMAGE.findall(value)):
            self.wrong(path, "lesson.picture", limit=PICTURE_BYTES)
        return value

    def text(self, value: Any, path: str, limit: int = SHORT, *, needed: bool = True) -> Text:
        if value is None and not needed:
            return NO_TEXT
        if not isinstance(value, Mapping):
            return Text({"en": self.string(value, path, limit)}, path)
        for language in value:
            if language not in LANGUAGES:
                self.wrong(f"{path}.{language}", "lesson.language", supported=list(LANGUAGES))
        if "en" not in value:
            self.wrong(f"{path}.en", "lesson.missing")
        words = {
            language: self.string(value[language], f"{path}.{language}", limit)
            for language in LANGUAGES
            if language in value
        }
        return Text(words, path)

    def number(self, value: Any, path: str, low: float, high: float, default: float) -> float:
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(path, "input.not_seconds", got=short(value))
            return default
        if not low <= value <= high:
            self.wrong(path, "input.out_of_range", got=value, low=low, high=high)
            return default
        return value

    def whole(self, value: Any, path: str, low: int, high: int) -> int:
        if isinstance(value, float) or (value is not None and not isinstance(value, int)):
            self.wrong(path, "input.not_a_whole_number", got=short(value))
            return low
        return int(self.number(value, path, low, high, low))

    def flag(self, value: Any, path: str) -> bool:
        if value is not None and not isinstance(value, bool):
            self.wrong(path, "input.not_a_flag", got=short(value))
        return value is True

    def parsed(self, result: T | core.Problem, default: T) -> T:
        """The core's result, or `default` when it is a problem."""
        if isinstance(result, core.Problem):
            self.problems.append(result)
            return default
        return result

    def condition(self, value: Any, path: str) -> core.Condition:
        return self.parsed(core.parse_condition(value, path), _NEVER)

    def stop(self, value: Any, path: str, default: core.Stop) -> core.Stop:
        return default if value is None else self.parsed(core.parse_stop(value, path), default)

    def lit(self, value: Any, path: str) -> Lit:
        if value is None:
            return Lit()
        fields = self.map(value, path, ("nodes", "pods"))
        return Lit(
            self.list(fields.get("nodes"), f"{path}.nodes", self.string),
            tuple(
                key if "/" in key else f"default/{key}"
                for key in self.list(fields.get("pods"), f"{path}.pods", self.string)
            ),
        )

    def inputs(self, value: Any, path: str, low: int = 0) -> tuple[core.TimedInput, ...]:
        inputs = self.list(value, path, core.parse_timed_input, low, INPUTS)
        for result in inputs:
            if isinstance(result, core.Problem):
                self.problems.append(result)
        good = [item for item in inputs if not isinstance(item, core.Problem)]
        return tuple(sorted(good, key=lambda timed: timed.at_ms))


def short(value: Any) -> str:
    """The first 60 characters of a value, for quoting in a problem."""
    return value[:60] if isinstance(value, str) else repr(value)[:60]


def _never() -> core.Condition:
    condition = core.parse_condition({"pod": {"name": "nothing", "exists": True}}, "")
    assert not isinstance(condition, core.Problem)
    return condition


_NEVER = _never()
