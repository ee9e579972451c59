"""The grace calculator: the grace period that the kubelet computes from four numbers, in the release of
new runs and in v1.23."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import scheduler_core as core

MAX_SECONDS = 2**31 - 1
TRAIL_MAX = 8
_NUMBER = re.compile(r"[+-]?[0-9]{1,10}")
_SEPARATOR = "-"


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field of the form. `name` is its parameter in the address; `label` and `hint` are English."""

    name: str
    label: str
    hint: str
    least: int


FIELDS = (
    FieldWords(
        "kept",
        gettext_noop("Kept"),
        gettext_noop("the grace period that the kubelet keeps so far; 0 if none"),
        0,
    ),
    FieldWords(
        "deletion",
        gettext_noop("Deletion"),
        gettext_noop("deletionGracePeriodSeconds; empty if the pod is not deleted"),
        -MAX_SECONDS,
    ),
    FieldWords(
        "override",
        gettext_noop("Override"),
        gettext_noop("from an eviction or a node shutdown; empty if none"),
        -MAX_SECONDS,
    ),
    FieldWords(
        "spec", gettext_noop("Spec"), gettext_noop("terminationGracePeriodSeconds; empty if not set"), 0
    ),
)
EXAMPLES: tuple[tuple[str, dict[str, str]], ...] = (
    (gettext_noop("Deletion 30"), {"kept": "0", "deletion": "30", "spec": "30"}),
    (gettext_noop("then deletion 10"), {"kept": "30", "deletion": "10", "spec": "30", "past": "30"}),
    (
        gettext_noop("then override 60"),
        {"kept": "10", "deletion": "10", "override": "60", "spec": "30", "past": "30-10"},
    ),
    (
        gettext_noop("then override 5"),
        {"kept": "10", "deletion": "10", "override": "5", "spec": "30", "past": "30-10-10"},
    ),
    (gettext_noop("Spec 45 alone"), {"kept": "0", "spec": "45"}),
    (gettext_noop("Deletion 0, as --force gives"), {"kept": "0", "deletion": "0", "spec": "30"}),
    (gettext_noop("All 0"), {"kept": "0", "deletion": "0", "override": "0", "spec": "0"}),
)
VERSIONS = ((f"v{core.NEW_RUNS}", False), ("v1.23", True))
RULES: Mapping[core.GraceRule, str] = {
    core.GraceRule.KEPT: gettext_noop("Kept"),
    core.GraceRule.DELETION: gettext_noop("Deletion"),
    core.GraceRule.OVERRIDE: gettext_noop("Override"),
    core.GraceRule.SPEC: gettext_noop("Spec"),
    core.GraceRule.MINIMUM: gettext_noop("Minimum"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field and its input. `problem` is "" when `text` is empty or a valid number."""

    name: str
    label: str
    hint: str
    text: str
    problem: str


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: its offer ("" for none), whether it was taken, whether it decided, and the grace period after
    it ("" before the first)."""

    label: str
    offered: str
    taken: bool
    decided: bool
    grace: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for one version. `runtime` is the minimum in seconds that the container runtime receives, 0
    when the grace period is not below it; `shortened_from` is the earlier grace period, 0 when it was not
    shortened."""

    version: str
    seconds: int
    shortened_from: int
    decided: str
    rows: tuple[Row, ...]
    runtime: int
    next_url: str


@dataclass(frozen=True, slots=True)
class Example:
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page. `outcomes` is empty while a field has a problem; `past` holds earlier grace periods."""

    fields: tuple[Field, ...]
    outcomes: tuple[Outcome, ...]
    past: tuple[int, ...]
    examples: tuple[Example, ...]

    @property
    def problems(self) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.problem)

    @property
    def differ(self) -> bool:
        return len({outcome.seconds for outcome in self.outcomes}) > 1

    @property
    def trail(self) -> str:
        return _SEPARATOR.join(map(str, self.past))


def sheet(query: Mapping[str, str]) -> Sheet:
    """The calculator for the parameters of an address; without parameters the first example."""
    numbers = query if any(words.name in query for words in FIELDS) else EXAMPLES[0][1]
    fields = tuple(_field(words, numbers.get(words.name, "").strip()) for words in FIELDS)
    outcomes: tuple[Outcome, ...] = ()
    past: tuple[int, ...] = ()
    if not any(field.problem for field in fields):
        kept, deletion, override, spec = (int(field.text) if field.text else None for field in fields)
        past = _trail(numbers.get("past", ""), kept or 0)
        outcomes = tuple(
            _outcome(version, (kept or 0, deletion, override, spec), past, before_v1_31=before)
            for version, before in VERSIONS
        )
    examples = tuple(Example(_(label), _address(values)) for label, values in EXAMPLES)
    return Sheet(fields, outcomes, past, examples)


def _field(words: FieldWords, text: str) -> Field:
    readable = not text or (_NUMBER.fullmatch(text) and words.least <= int(text) <= MAX_SECONDS)
    problem = (
        ""
        if readable
        else _("must be a whole number from %(least)s to %(most)s")
        % {"least": words.least, "most": MAX_SECONDS}
    )
    return Field(words.name, _(words.label), _(words.hint), text[:20], problem)


def _trail(text: str, kept: int) -> tuple[int, ...]:
    """The earlier grace periods from a link's `30-10`; empty unless the last one equals the present one."""
    parts = text[:200].split(_SEPARATOR)
    if not all(_NUMBER.fullmatch(part) for part in parts):
        return ()
    past = tuple(int(part) for part in parts)
    return past[-TRAIL_MAX:] if past[-1] == kept else ()


def _address(values: Mapping[str, str]) -> str:
    return f"{reverse('grace:grace')}?{urlencode(values)}"


def _outcome(
    version: str,
    given: tuple[int, int | None, int | None, int | None],
    past: tuple[int, ...],
    *,
    before_v1_31: bool,
) -> Outcome:
    """Computes one version's result. `given` is (kept, deletion, override, spec)."""
    kept, deletion, _override, spec = given
    grace = core.effective_grace_period(*given, before_v1_31=before_v1_31)
    steps = core.grace_steps(*given, before_v1_31=before_v1_31)
    following = {
        "kept": grace.seconds,
        **({} if deletion is None else {"deletion": deletion}),
        **({} if spec is None else {"spec": spec}),
        "past": _SEPARATOR.join(map(str, [*past, grace.seconds][-TRAIL_MAX:])),
    }
    return Outcome(
        version,
        grace.seconds,
        kept if grace.shortened else 0,
        _decided(steps),
        _rows(steps),
        core.MINIMUM_STOP_SECONDS if grace.seconds < core.MINIMUM_STOP_SECONDS else 0,
        _address({name: str(value) for name, value in following.items()}),
    )


def _rows(steps: tuple[core.GraceStep, ...]) -> tuple[Row, ...]:
    """The rules in order; the last one taken is the one that decided."""
    last = max(place for place, step in enumerate(steps) if step.taken)
    rows: list[Row] = []
    for place, step in enumerate(steps):
        begun = any(earlier.taken for earlier in steps[: place + 1])
        offered = "" if step.offered is None else str(step.offered)
        grace = str(step.seconds) if begun else ""
        rows.append(Row(_(RULES[step.rule]), offered, step.taken, place == last, grace))
    return tuple(rows)


def _decided(steps: tuple[core.GraceStep, ...]) -> str:
    """A sentence that names the rule that decided."""
    taken = [step.rule for step in steps if step.taken]
    fell_through = core.GraceRule.DELETION in taken or core.GraceRule.OVERRIDE in taken
    match taken[-1]:
        case core.GraceRule.KEPT:
            return _("The kept value decided, because no smaller value was offered.")
        case core.GraceRule.DELETION:
            return _("The deletion decided.")
        case core.GraceRule.OVERRIDE:
            return _("The override decided.")
        case core.GraceRule.SPEC if fell_through:
            return _("The spec decided, because an override of 0 was treated as not set.")
        case core.GraceRule.SPEC:
            return _("The spec decided, because no other value was given.")
        case _:
            return _("The minimum decided: a grace period is at least 1 second.")
