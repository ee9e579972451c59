"""How far openings are, as a worker tells it and the server reads it."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace

from playground import limits
from playground.texts.manifests import importer
from playground.workers.answers import Ok, Recipe
from playground.workers.engine import Engine
from playground.workers.openings import Openings
from tests.builders import node, pod


def recipe() -> Recipe:
    objects = [node("n1"), *(pod(f"p{number}") for number in range(3))]
    imported = importer.import_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    return Recipe(imported.canonical or "", 0)


class Noting(Openings):
    """Openings that remember what was told."""

    def __init__(self) -> None:
        super().__init__(multiprocessing.get_context())
        self.shares: list[float] = []

    def tell(self, run: str, share: float) -> None:
        super().tell(run, share)
        self.shares.append(share)


def test_a_share_is_told_of_its_run_until_the_opening_ends() -> None:
    openings = Openings(multiprocessing.get_context())
    openings.tell("one", 0.25)
    during = [openings.share("one"), openings.share("another")]
    openings.tell("one", 1)

    assert ([0.25, None], None) == (during, openings.share("one"))


def test_the_opening_of_a_large_run_is_told_in_rising_shares_up_to_its_end() -> None:
    small = recipe()
    padded = replace(small, scenario=small.scenario + " " * int(limits.OPENED_CHARACTERS_PER_SECOND))
    openings = Noting()
    answer = Engine(2, 1.0, openings=openings).call("run", 0, padded, "hash", {"seq": 0})

    assert isinstance(answer, Ok)
    assert sorted(openings.shares) == openings.shares
    assert (0, 1, None) == (openings.shares[0], openings.shares[-1], openings.share("run"))
    assert len(openings.shares) > 4


def test_a_small_run_is_opened_without_a_word() -> None:
    openings = Noting()
    Engine(2, 1.0, openings=openings).call("run", 0, recipe(), "hash", {"seq": 0})

    assert [] == openings.shares
