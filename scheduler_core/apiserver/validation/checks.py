"""The small checks of which schemas are made: each checks one value and reports problems with its path.

A schema nests these checks (`fields`, `list_of`, `one_of` …); fields that it does not name are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from json import dumps

from scheduler_core.objects.manifest import Json, integer, is_map
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.read_once import read_once
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity
from scheduler_core.objects.selection.node_selector_errors import LABEL_VALUE_RULE
from scheduler_core.objects.selection.selectors import is_label_value

MAX_PROBLEMS = 20
"""The largest number of problems reported for one object."""

_SIMPLE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_QUALIFIED = re.compile(r"[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*")
_DNS_LABEL = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?")

# Texts of apimachinery's util/validation (v0.34).
SUBDOMAIN_RULE = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
DNS_LABEL_RULE = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
QUALIFIED_RULE = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


Check = Callable[[Json, str, list[Problem]], None]


def step(path: str, key: str) -> str:
    """`path.key`, or `path[key]` when the key is not a plain word."""
    if not path:
        return key
    return f"{path}.{key}" if _SIMPLE_KEY.fullmatch(key) else f"{path}[{key}]"


def shown(value: Json) -> str:
    """A value as a message shows it, cut to a readable length."""
    if isinstance(value, str):
        return f'"{value[:80]}…"' if len(value) > 80 else f'"{value}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if is_map(value):
        return "a map"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    return str(value)[:80]


def go_value(value: Json) -> str:
    """A value as a message shows it: JSON-like, with sorted keys."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f'"{key}":{go_value(value[key])}' for key in sorted(value)) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(go_value(entry) for entry in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def invalid_value(path: str, value: Json, why: str) -> Problem:
    """A value that a rule refuses although its type is right. Source: apimachinery's `field.Invalid`."""
    return Problem.of(path, "invalid", f"Invalid value: {shown(value)}: {why}", got=shown(value))


def invalid_object(path: str, value: Json, why: str) -> Problem:
    """A map or a list that a rule refuses: it is shown as JSON."""
    return Problem.of(path, "invalid", f"Invalid value: {dumps(value, separators=(',', ':'))}: {why}")


def required_value(path: str, why: str = "") -> Problem:
    """A value that is missing. Source: apimachinery's `field.Required`."""
    return Problem.of(path, "required", f"Required value: {why}" if why else "Required value")


def duplicate_value(path: str, value: str) -> Problem:
    """A value that the list has already. Source: apimachinery's `field.Duplicate`."""
    return Problem.of(path, "duplicate", f"Duplicate value: {shown(value)}", got=value[:80])


def forbidden(path: str, why: str) -> Problem:
    """A field that must not be set, or not changed. Source: apimachinery's `field.Forbidden`."""
    return Problem.of(path, "forbidden", f"Forbidden: {why}")


def _wrong_type(path: str, value: Json, expected: str, problems: list[Problem]) -> None:
    got = shown(value)
    problems.append(Problem.of(path, "type", f"must be {expected}, got {got}", expected=expected, got=got))


def text_check(value: Json, path: str, problems: list[Problem]) -> None:
    if not isinstance(value, str):
        _wrong_type(path, value, "a string", problems)


def flag_check(value: Json, path: str, problems: list[Problem]) -> None:
    if not isinstance(value, bool):
        _wrong_type(path, value, "true or false", problems)


def mapping_check(value: Json, path: str, problems: list[Problem]) -> None:
    if not is_map(value):
        _wrong_type(path, value, "a map", problems)


def number_between(low: int, high: int) -> Check:
    """A whole number in [low, high]."""

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        number = integer(value)
        if number is None:
            _wrong_type(path, value, "a whole number", problems)
        elif low == 0 and number < 0:
            got = shown(number)
            problems.append(Problem.of(path, "negative", f"must be non-negative, got {got}", got=got))
        elif not low <= number <= high:
            got = shown(number)
            detail = f"must be between {low} and {high}, inclusive, got {got}"
            problems.append(Problem.of(path, "range", detail, low=low, high=high, got=got))

    return check


int32 = number_between(-(2**31), 2**31 - 1)
int64 = number_between(-(2**63), 2**63 - 1)
count32 = number_between(0, 2**31 - 1)
count64 = number_between(0, 2**63 - 1)


def count_or_percent(value: Json, path: str, problems: list[Problem]) -> None:
    """An integer >= 0, or a percentage like "25%"."""
    if isinstance(value, str):
        if re.fullmatch(r"\d{1,9}%", value) is None:
            got = shown(value)
            detail = f"must be an integer or a percentage (e.g '5%'), got {got}"
            problems.append(Problem.of(path, "percent", detail, got=got))
        return
    count32(value, path, problems)


def one_of(*supported: str) -> Check:
    """One of the strings, in the order in which the API server lists them."""

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        if not isinstance(value, str):
            _wrong_type(path, value, "a string", problems)
        elif value not in supported:
            listed = ", ".join(f'"{name}"' for name in supported)
            detail = f"Unsupported value: {shown(value)}: supported values: {listed}"
            problems.append(Problem.of(path, "unsupported", detail, got=shown(value), supported=listed))

    return check


def quantity_check(value: Json, path: str, problems: list[Problem]) -> None:
    """A quantity that is not negative and fits a 64-bit integer."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        _wrong_type(path, value, "a quantity", problems)
        return
    if isinstance(value, int) and value.bit_length() > 128:
        got = shown(value)
        problems.append(Problem.of(path, "too_large", f"must be less than {2**63 - 1}, got {got}", got=got))
        return
    try:
        amount = parse_quantity(value)
    except QuantityError as error:
        problems.append(Problem.of(path, "quantity", f"{error}, got {shown(value)}", got=shown(value)))
        return
    if amount.nano < 0:
        problems.append(Problem.of(path, "negative", f"must be non-negative, got {value}", got=str(value)))
    elif amount.value >= 2**63 - 1:
        detail = f"must be less than {2**63 - 1}, got {value}"
        problems.append(Problem.of(path, "too_large", detail, got=str(value)))


def name_check(value: Json, path: str, problems: list[Problem]) -> None:
    """metadata.name of most kinds: an RFC 1123 subdomain."""
    _check_name(value, path, 253, _SUBDOMAIN, SUBDOMAIN_RULE, problems)


def dns_label_check(value: Json, path: str, problems: list[Problem]) -> None:
    """Namespaces and container names: an RFC 1123 label."""
    _check_name(value, path, 63, _DNS_LABEL, DNS_LABEL_RULE, problems)


def _check_name(
    value: Json, path: str, most: int, pattern: re.Pattern[str], rule: str, problems: list[Problem]
) -> None:
    """Appends the problem of a name that has more than `most` characters or does not match `pattern`."""
    if not isinstance(value, str):
        _wrong_type(path, value, "a string", problems)
    elif len(value) > most:
        words = f"Invalid value: {shown(value)}: must be no more than {most} bytes"
        problems.append(Problem.of(path, "name", words))
    elif pattern.fullmatch(value) is None:
        words = f"Invalid value: {shown(value)}: {rule}"
        problems.append(Problem.of(path, "name", words, got=value[:80]))


def label_key_check(key: str, path: str, problems: list[Problem]) -> None:
    prefix, slash, name = key.rpartition("/")
    if _QUALIFIED.fullmatch(name) is None or (slash and _SUBDOMAIN.fullmatch(prefix) is None):
        problems.append(
            Problem.of(path, "label", f"Invalid value: {shown(key)}: {QUALIFIED_RULE}", got=key[:80])
        )


def labels_check(value: Json, path: str, problems: list[Problem]) -> None:
    """A map of labels."""
    if not is_map(value):
        _wrong_type(path, value, "a map", problems)
        return
    for key, entry in value.items():
        entry_path = step(path, key)
        label_key_check(key, entry_path, problems)
        if entry is None:
            continue
        if not isinstance(entry, str):
            _wrong_type(entry_path, entry, "a string", problems)
        elif not is_label_value(entry):
            detail = f"Invalid value: {shown(entry)}: {LABEL_VALUE_RULE}"
            problems.append(Problem.of(entry_path, "label", detail, got=entry[:80]))


def map_of(check: Check) -> Check:
    """A map whose values all pass `check`."""

    def check_all(value: Json, path: str, problems: list[Problem]) -> None:
        if not is_map(value):
            _wrong_type(path, value, "a map", problems)
            return
        for key, entry in value.items():
            if len(problems) >= MAX_PROBLEMS:
                return
            check(entry, step(path, key), problems)

    return check_all


def list_of(check: Check) -> Check:
    """A list whose entries all pass `check`."""

    def check_all(value: Json, path: str, problems: list[Problem]) -> None:
        if not isinstance(value, (list, tuple)):
            _wrong_type(path, value, "a list", problems)
            return
        for index, entry in enumerate(value):
            if len(problems) >= MAX_PROBLEMS:
                return
            check(entry, f"{path}[{index}]", problems)

    return check_all


def list_of_at_most(most: int, check: Check) -> Check:
    """A list of at most `most` entries that pass `check`; of a longer one no entry is looked at."""
    entries = list_of(check)

    def limited(value: Json, path: str, problems: list[Problem]) -> None:
        if isinstance(value, (list, tuple)) and len(value) > most:
            words = f"Too many: {len(value)}: must have at most {most} items"
            problems.append(Problem.of(path, "invalid", words, got=str(len(value))))
            return
        entries(value, path, problems)

    return limited


def once(check: Check, reads: Sequence[str] = ()) -> Check:
    """As `check`, for what comes often: a value that has passed is not looked at again. `reads` are the
    fields of a map that `check` looks at, if it does not look at all.
    """
    passes = read_once(lambda value: not _problems_of(check, value))

    def checked(value: Json, path: str, problems: list[Problem]) -> None:
        relevant = value
        if reads and value.__class__ is dict:
            relevant = {name: value[name] for name in reads if name in value}
        if not passes(relevant):
            check(value, path, problems)

    return checked


def _problems_of(check: Check, value: Json) -> list[Problem]:
    problems: list[Problem] = []
    check(value, "", problems)
    return problems


def fields(checks: Mapping[str, Check], required: Sequence[str] = (), also: Check | None = None) -> Check:
    """A map whose fields in `checks` pass their checks (null counts as missing) and whose `required` fields
    exist.

    `also` checks the whole map after the single fields.
    """

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        if not is_map(value):
            _wrong_type(path, value, "a map", problems)
            return
        for name in required:
            if value.get(name) in (None, ""):
                problems.append(required_value(step(path, name)))
        for name, entry in value.items():
            if entry is not None and name in checks:
                if len(problems) >= MAX_PROBLEMS:
                    return
                checks[name](entry, f"{path}.{name}" if path else name, problems)
        if also is not None:
            also(value, path, problems)

    return check
