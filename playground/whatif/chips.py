"""The chips of a request: single fields of a run with other values, which an address carries (`chips=`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext

import scheduler_core as core
from playground import limits
from playground.runs import questions
from playground.runs.services import Standing
from playground.texts.manifests import texts, words

Chips = tuple[core.Chip, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The chips that an address carries; `wrong` says why they cannot be read."""

    chips: Chips = ()
    wrong: str = ""

    @property
    def link(self) -> str:
        """Their text in an address; "" without chips."""
        return core.chips_text(self.chips)

    @property
    def values(self) -> list[dict[str, Any]] | None:
        """The argument of a question; None without chips, so that its answer is that without them."""
        return [dict(chip.to_json()) for chip in self.chips] or None

    @property
    def argument(self) -> dict[str, Any]:
        """The argument of a question that takes chips along; none without chips, as before there were any."""
        return {"chips": self.values} if self.chips else {}

    @property
    def fields(self) -> dict[str, str]:
        """The field of an address that carries them."""
        return {"chips": self.link} if self.chips else {}

    @property
    def query(self) -> str:
        """The same behind the other fields of an address."""
        return f"&{urlencode(self.fields)}" if self.chips else ""

    def step_of_question(self, head: int, otherwise: int = 0) -> int:
        """The step at which a question is asked: the newest one where chips may name any step."""
        return head if self.chips else otherwise

    @property
    def lines(self) -> list[str]:
        """The chips that count, in words."""
        return [line_of(chip) for chip in self.chips if not chip.off]


def line_of(chip: core.Chip) -> str:
    """A chip as one line: the object, the field, and its values."""
    name = chip.key.rpartition("/")[2]
    return f"{chip.kind} {name} {chip.path}: {shown(chip.was)} → {shown(chip.now)}"


def shown(value: Any) -> str:
    """A value as YAML writes it; a dash for none."""
    if value is None:
        return "–"
    return str(value).lower() if isinstance(value, bool) else str(value)


def carried(request: HttpRequest) -> Carried:
    """The chips of an address or a form."""
    fields = request.POST if request.method == "POST" else request.GET
    return _carried(core.read_chips(fields.get("chips", "")))


def carried_by(request: HttpRequest, standing: Standing) -> Carried:
    """The chips of an address for a report on them: `wrong` also where one of them cannot be made."""
    held = carried(request)
    if held.wrong or not held.chips:
        return held
    row = questions.value(standing, "refused_chip", standing.head, chips=held.values)
    if row is None:
        return held
    problem = row["problem"]
    why = words.say(problem["code"], problem["args"])
    chip = next(chip for chip in held.chips if chip.place == (row["kind"], row["key"], row["path"]))
    return replace(held, wrong=f"{line_of(chip)}: {why}")


def _carried(read: Chips | core.Problem) -> Carried:
    if isinstance(read, core.Problem):
        return Carried((), sentence_of(read))
    if len(core.chips_text(read)) > limits.CHIPS_CHARACTERS:
        return Carried((), gettext("These changes are too long for a link. Take some of them back."))
    return Carried(read)


def sentence_of(problem: core.Problem) -> str:
    """A problem with its path, where its sentence has none."""
    sentence = words.say(problem.code, problem.args)
    return sentence if not problem.path or problem.path in sentence else f"{problem.path}: {sentence}"


def edited(fields: Mapping[str, str], before: Carried) -> Carried:
    """The chips after an edit of a form: `change` is a chip as JSON, `toggle` and `drop` are the number of
    one, `clear` takes all away."""
    if before.wrong:
        return before
    chips = list(before.chips)
    number = fields.get("toggle") or fields.get("drop") or ""
    if number.isdecimal() and int(number[:4]) < len(chips):
        place = int(number[:4])
        if "drop" in fields:
            del chips[place]
        else:
            chips[place] = replace(chips[place], off=not chips[place].off)
    if "clear" in fields:
        chips = []
    if fields.get("change"):
        return _with_change(fields["change"], chips)
    return _carried(tuple(chips))


def _with_change(text: str, chips: list[core.Chip]) -> Carried:
    """A further chip; one for the same field at the same moment is replaced. One that sets the value that was
    there takes the chip away."""
    value = texts.read_json(text[: limits.CHIP_CHARACTERS + 1], path="change")
    if isinstance(value, core.Problem):
        return Carried(tuple(chips), sentence_of(value))
    parsed = core.parse_chips([value])
    if isinstance(parsed, core.Problem):
        return Carried(tuple(chips), sentence_of(parsed))
    [chip] = parsed
    same = [place for place, old in enumerate(chips) if (old.place, old.at) == (chip.place, chip.at)]
    if chip.was == chip.now:
        return _carried(tuple(old for place, old in enumerate(chips) if place not in same))
    rows: list[Any] = [old.to_json() for old in chips]
    if same:
        rows[same[-1]] = {**chip.to_json(), "from": chips[same[-1]].was}
    else:
        rows.append(chip.to_json())
    return _carried(core.parse_chips(rows))
