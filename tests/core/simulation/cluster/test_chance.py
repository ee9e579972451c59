from __future__ import annotations

import pytest

from scheduler_core.simulation.cluster.chance import SeededRandom


def test_the_numbers_are_those_of_splitmix64() -> None:
    random = SeededRandom(1234567)

    # Published test vector of the algorithm (seed 1234567).
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert expected == [random.getrandbits(64) for _ in range(3)]


def test_a_copy_goes_on_alike_and_apart() -> None:
    random = SeededRandom(7)
    random.random()
    twin = random.copy()

    assert [random.choice("abc") for _ in range(20)] == [twin.choice("abc") for _ in range(20)]
    twin.random()
    assert random.word != twin.word


def test_every_choice_comes_up() -> None:
    random = SeededRandom(1)

    assert set("abc") == {random.choice("abc") for _ in range(100)}
    assert all(0 <= random.random() < 1 for _ in range(100))
    assert 200 >= random.getrandbits(200).bit_length() > 100


def test_only_whole_numbers_are_seeds() -> None:
    with pytest.raises(TypeError, match="a seed is an integer, got 'x'"):
        SeededRandom(1).seed("x")
