"""Sentences about a text of the search that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "search.too_long": "The search may have at most {limit} characters.",
        "search.too_many": "The search may have at most {limit} terms; got {got}.",
        "search.open_quote": "Character {at}: the quotation mark is not closed, or nothing stands in it.",
        "search.stray": "Character {at}: {got} cannot stand alone.",
        "search.no_field": "Character {at}: before {got} a label or an amount is missing.",
        "search.unknown_operator": "Character {at}: unknown operator {got}. Known operators: {supported}.",
        "search.no_value": "Character {at}: after {field} a value is missing.",
        "search.not_an_amount": "Character {at}: {got} cannot be compared; only {supported} can.",
        "search.bad_cpu": "Character {at}: cpu is compared with an amount, like 80% or 500m; got {got}.",
        "search.bad_memory": "Character {at}: memory is compared with an amount, like 80% or 1Gi; got {got}.",
        "search.bad_pods": "Character {at}: pods are compared with a number, like 80% or 30; got {got}.",
        "search.bad_priority": "Character {at}: a priority is compared with a whole number; got {got}.",
    }
)
