"""A policy names what is kept; all else goes and is told."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.kept.policy import (
    KEPT,
    NAME,
    Fields,
    Keeper,
    Keyed,
    ListOf,
    MapOf,
    Policy,
    Replaced,
    Variables,
    shaped,
)


@pytest.mark.parametrize(
    ("policy", "value", "kept", "gone"),
    [
        (Fields({"a": KEPT}), {"a": 1, "b": "x"}, {"a": 1}, ["b"]),
        (Fields({"a": KEPT}), {"a": 1, "b": ""}, {"a": 1}, []),
        (Fields({"a": Fields({})}), {"a": {"b": "x"}}, {"a": {}}, ["a.b"]),
        (ListOf(Fields({"a": KEPT})), [{"a": 1}, {"b": "x"}, {"b": "y"}], [{"a": 1}, {}, {}], ["[].b"]),
        (MapOf(KEPT), {"a": "x", "b": 2}, {"a": "x", "b": 2}, []),
        (Keyed(lambda key: KEPT if key == "a" else None), {"a": "x", "b": "y"}, {"a": "x"}, ["[b]"]),
        (Fields({"a": shaped(r"\d+")}), {"a": "12"}, {"a": "12"}, []),
        (Fields({"a": shaped(r"\d+")}), {"a": "1 x"}, {}, ["a"]),
        (ListOf(shaped(r"\d+")), ["1", "x", "2"], ["1", "2"], ["[]"]),
        (Fields({"a": Replaced(lambda _: None)}), {"a": "x"}, {}, ["a"]),
        (Fields({"a": Replaced(lambda _: "y")}), {"a": "x"}, {"a": "y"}, ["a"]),
        (Fields({"a": KEPT}), {"a": {"b": "x"}}, {"a": {}}, ["a"]),
        (Fields({"a": ListOf(KEPT)}), {"a": "x"}, {"a": ""}, ["a"]),
        (Fields({"a": MapOf(KEPT)}), {"a": ["x"]}, {"a": []}, ["a"]),
        (Fields({"a": MapOf(KEPT)}), {"a": 5}, {"a": 5}, []),
        (Fields({"a": MapOf(KEPT)}), {"a": None}, {"a": None}, []),
    ],
)
def test_what_is_not_named_goes_and_is_told(policy: Policy, value: Any, kept: Any, gone: list[str]) -> None:
    keeper = Keeper()

    assert kept == keeper.keep(policy, value, "")
    assert gone == list(keeper.gone)


def test_variables_lose_their_values_and_are_named() -> None:
    keeper = Keeper()
    policy = Fields({"env": Variables(Fields({"name": KEPT}))})

    kept = [
        keeper.keep(policy, {"env": [{"name": "A", "value": "x"}, {"name": "B"}]}, ""),
        keeper.keep(policy, {"env": {"C": "x"}}, ""),
    ]

    assert [{"env": [{"name": "A"}, {"name": "B"}]}, {"env": []}] == kept
    assert [("env", ("A",)), ("env", ("C",))] == keeper.variables


def test_a_value_of_which_all_is_kept_is_shared_and_not_copied() -> None:
    value = {"a": {"b": [{"c": "x"}]}}
    policy = Fields({"a": Fields({"b": ListOf(Fields({"c": NAME}))})})

    assert Keeper().keep(policy, value, "") is value


def test_names_are_replaced_wherever_they_stand_and_other_texts_stay() -> None:
    policy = Fields({"name": NAME, "phase": KEPT, "labels": MapOf(NAME, names=True)})
    value = {"name": "web", "phase": "Running", "labels": {"app": "web"}}

    kept = Keeper(rename=str.upper).keep(policy, value, "")

    assert {"name": "WEB", "phase": "Running", "labels": {"APP": "WEB"}} == kept
