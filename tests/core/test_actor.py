"""Messages of actors as JSON."""

from __future__ import annotations

from scheduler_core.actor import message


def test_a_message_has_its_id_and_its_arguments_by_name() -> None:
    assert {"id": "you.cut", "args": {"first": "n1", "seconds": 2.5}} == message(
        "you.cut", first="n1", seconds=2.5
    ).to_json()


def test_an_argument_may_be_a_list_of_names_or_a_message_of_its_own() -> None:
    made = message("outer", pods=("default/a", "default/b"), why=message("inner", node=None))

    assert {"pods": ["default/a", "default/b"], "why": {"id": "inner", "args": {"node": None}}} == (
        made.to_json()["args"]
    )
