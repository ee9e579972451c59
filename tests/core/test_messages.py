"""Every sentence that the core says by its id stands in a table, with the arguments that are given."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import scheduler_core
from scheduler_core.messages import MESSAGE_IDS, TABLES, TEMPLATES, arguments, fill, say, spelled

CORE = Path(scheduler_core.__file__).parent


def used_messages() -> list[tuple[str, str, frozenset[str] | None]]:
    """(file, id, names of arguments) of each `message("…")` in the core; None where a `**` gives some."""
    results: list[tuple[str, str, frozenset[str] | None]] = []
    for path in CORE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (
                isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "message"
            ):
                continue
            names = [keyword.arg for keyword in call.keywords]
            given = None if None in names else frozenset(name for name in names if name is not None)
            results += [(path.name, item, given) for item in ids(call.args[0])]
    return results


def ids(value: ast.expr) -> list[str]:
    """The ids that an expression may be: a text, or either side of a condition."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value]
    return [*ids(value.body), *ids(value.orelse)] if isinstance(value, ast.IfExp) else []


def test_every_id_that_is_said_stands_in_a_table_with_its_arguments() -> None:
    calls = used_messages()
    wrong = [
        (file, message_id, sorted(given or ()))
        for file, message_id, given in calls
        if message_id not in MESSAGE_IDS or (given is not None and not set(MESSAGE_IDS[message_id]) <= given)
    ]

    assert [] == wrong
    assert len(calls) > 150


def test_the_tables_share_no_id() -> None:
    assert len(TABLES) >= 8
    assert len(TEMPLATES) == sum(len(table) for table in TABLES)


def test_arguments_are_named_once_in_the_order_of_the_template() -> None:
    assert ("b", "a") == arguments("{b} and {a} and {b}")


def test_a_message_within_a_message_and_a_list_are_said_in_words() -> None:
    inner = {"id": "endpoint.store", "args": {}}
    result = say({"id": "you.applied", "args": {"objects": ["Pod a", inner]}})

    assert TEMPLATES["you.applied"].replace("{objects}", f"Pod a, {TEMPLATES['endpoint.store']}") == result


def test_entries_of_a_list_are_joined_as_the_language_joins_them() -> None:
    chinese = {"list.between": "、", "you.applied": "你应用了 {objects}"}
    result = say({"id": "you.applied", "args": {"objects": ["Pod a", "Pod b"]}}, chinese)

    assert "你应用了 Pod a、Pod b" == result


def shared_cases() -> list[Any]:
    """Template, arguments and sentence: the browser's filling is tested against the same."""
    script = CORE.parent / "static" / "js" / "i18n.cases.js"
    cases: list[Any] = json.loads(script.read_text(encoding="utf-8").partition(" = ")[2].rstrip().rstrip(";"))
    return cases


def test_arguments_are_put_into_their_places_as_the_browser_does_it() -> None:
    cases = shared_cases()
    made = [
        fill(text, {name: spelled(value, say) for name, value in args.items()}) for text, args, _ in cases
    ]

    assert [sentence for _, _, sentence in cases] == made
    assert len(cases) >= 6
