"""Tables of checkpoints come out as they went in, with their keys in the same order."""

from __future__ import annotations

import random
from typing import Any

from scheduler_core.engine.thin_tables import ThinTables


def filled(thin: Any) -> list[list[tuple[Any, Any]]]:
    tables: list[dict[Any, Any]] = [{} for _ in thin]
    for table, entries in zip(tables, thin, strict=True):
        entries.fill(table)
    return [list(table.items()) for table in tables]


def changed(table: dict[str, object], chance: random.Random) -> dict[str, object]:
    """A table after a few acts: entries change, go, come, and some go and come again at the end."""
    after = dict(table)
    for key in chance.sample(sorted(table), k=min(len(table), 3)):
        match chance.randrange(3):
            case 0:
                after[key] = object()
            case 1:
                del after[key]
            case _:
                after[key] = after.pop(key)
    for _ in range(chance.randrange(4)):
        after[f"k{chance.randrange(10_000)}"] = object()
    return after


def test_tables_come_out_as_they_went_in_whatever_changed_between_them() -> None:
    chance, thin = random.Random(1), ThinTables(whole=4)
    states: list[list[dict[str, object]]] = [[{}, {}]]
    for _ in range(200):
        states.append([changed(table, chance) for table in states[-1]])
    taken = [thin.take([dict(table) for table in state]) for state in states]

    assert [[list(table.items()) for table in state] for state in states] == [filled(item) for item in taken]


def test_tables_are_empty_once_their_entries_are_taken() -> None:
    table: dict[Any, Any] = {"a": 1}
    ThinTables(whole=4).take([table])

    assert {} == table


def test_a_table_that_changed_little_holds_little() -> None:
    thin = ThinTables(whole=4)
    table = {number: str(number) for number in range(100)}
    taken = [thin.take([{**table, 7: f"{turn}"}]) for turn in range(5)]

    assert [100, 1, 1, 1, 100] == [len(item[0]._changed) for item in taken]


def test_large_maps_come_out_of_a_table_as_they_went_in() -> None:
    view = {f"field{number}": number for number in range(40)}
    thin = ThinTables(whole=4)
    states: list[dict[str, object]] = [{"a": view, "b": {"few": 1}}, {"a": {**view, "field3": []}, "b": view}]
    taken = [thin.take([dict(state)]) for state in states]

    assert [str([list(state.items())]) for state in states] == [str(filled(item)) for item in taken]
