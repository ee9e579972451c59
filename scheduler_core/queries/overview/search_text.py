"""The language of the search over the board: a text becomes terms, which all have to hold.

`app=web` (a label), `node=n1`, `namespace=shop`, `taint=gpu`, `reason="Insufficient cpu"`; `cpu>80%`,
`memory>=50%`, `pods>90%` (what is requested of a node), `cpu>500m`, `memory<1Gi`, `priority>=1000` (of a
pod), `pods>10` (pods on a node); everything else is a phrase: `Pending`, `Insufficient cpu`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Position, Problem
from scheduler_core.objects.resources import units
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity

MOST_CHARACTERS = 200
MOST_TERMS = 12
PATH = "q"
AMOUNTS = ("cpu", "memory", "pods", "priority")
OPERATORS = (">=", "<=", "=", ">", "<")

_TOKEN = re.compile(
    r'\s*(?:"([^"]*)("|$)|([^\s"=<>!]*)(>=|<=|!=|=|>|<)(?:"([^"]*)("|$)|([^\s"]*))|([^\s"=<>!]+)|(.))'
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that stand in a name, namespace, state or reason; in lower case."""

    words: str


@dataclass(frozen=True, slots=True)
class Equality:
    """A label, or one of `node`, `namespace`, `taint` and `reason`, has this value."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of AMOUNTS compared with a number: percent of what is allocatable, else milli-CPU, bytes or a
    count."""

    field: str
    operator: str
    number: int
    percent: bool


Term = Phrase | Equality | Comparison


def parse_search(text: str) -> tuple[Term, ...] | Problem:
    """The terms of a text, none for an empty one. A Problem has the position at which the text is wrong."""
    if len(text) > MOST_CHARACTERS:
        return _wrong("search.too_long", MOST_CHARACTERS, limit=MOST_CHARACTERS)
    terms: list[Term] = []
    words: list[str] = []
    for token in _TOKEN.finditer(text):
        term = _term(token)
        if isinstance(term, Problem):
            return term
        if isinstance(term, str):
            words.append(term)
            continue
        if term is not None:
            terms += [*_phrase(words), term]
            words = []
    terms += _phrase(words)
    if len(terms) > MOST_TERMS:
        return _wrong("search.too_many", 0, limit=MOST_TERMS, got=len(terms))
    return tuple(terms)


def _phrase(words: list[str]) -> Iterator[Term]:
    if words:
        yield Phrase(" ".join(words).lower())


def _term(token: re.Match[str]) -> Term | str | Problem | None:
    """One token; a text is a word of a phrase."""
    quoted, quoted_end, field, operator, value_quoted, value_end, value, word, stray = token.groups()
    at = token.end() - len(token.group().lstrip())
    if quoted is not None:
        return Phrase(quoted.lower()) if quoted_end and quoted else _wrong("search.open_quote", at)
    if word is not None:
        return word
    if operator is None:
        return None if stray.isspace() else _wrong("search.stray", at, got=stray)
    if value_quoted is not None and not value_end:
        return _wrong("search.open_quote", at + len(field) + len(operator))
    literal = value if value_quoted is None else value_quoted
    if not field:
        return _wrong("search.no_field", at, got=operator)
    if operator not in OPERATORS:
        return _wrong("search.unknown_operator", at + len(field), got=operator, supported=list(OPERATORS))
    if not literal:
        return _wrong("search.no_value", at + len(field) + len(operator), field=f"{field}{operator}")
    if field in AMOUNTS:
        return _comparison(field, operator, literal, at + len(field) + len(operator))
    if operator != "=":
        return _wrong("search.not_an_amount", at, got=field, supported=list(AMOUNTS))
    return Equality(field, literal)


def _comparison(field: str, operator: str, literal: str, at: int) -> Comparison | Problem:
    digits = literal.removesuffix("%")
    if literal != digits and field != "priority":
        if digits.isascii() and digits.isdecimal() and len(digits) < 5:
            return Comparison(field, operator, int(digits), percent=True)
    elif field in ("cpu", "memory"):
        try:
            return Comparison(field, operator, units(field, parse_quantity(literal)), percent=False)
        except QuantityError:
            pass
    elif re.fullmatch(r"-?[0-9]{1,10}", literal):
        return Comparison(field, operator, int(literal), percent=False)
    return _wrong(f"search.bad_{field}", at, got=literal)


def _wrong(code: str, at: int, **args: Json) -> Problem:
    """`at` counts from 0."""
    return Problem(PATH, code, {**args, "at": at + 1}, position=Position(1, at + 1))
