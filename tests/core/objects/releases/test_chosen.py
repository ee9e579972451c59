"""The release that somebody chooses for a run."""

from __future__ import annotations

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.chosen import ChosenRelease, chosen_release
from scheduler_core.objects.releases.gates import parse_settings, settings_text

IN_1_37 = {"GangScheduling": True}


@pytest.mark.parametrize(
    ("version", "gates", "chosen"),
    [
        ("", "", ChosenRelease()),
        ("v1.36.2", "", ChosenRelease("1.36.2")),
        (" 1.36 ", " ImageVolume=T, NodeDeclaredFeatures = true,", ChosenRelease("1.36", {"ImageVolume": True, "NodeDeclaredFeatures": True})),
        ("", "Nonsense=true", ChosenRelease("", {"Nonsense": True})),
    ],
)  # fmt: skip
def test_a_release_and_its_gates_are_read_as_a_person_types_them(
    version: str, gates: str, chosen: ChosenRelease
) -> None:
    assert chosen == chosen_release(version, gates)


@pytest.mark.parametrize(
    ("version", "gates", "path", "text"),
    [
        ("1.38", "", "version", "1.38"),
        ("newest", "", "version", "newest"),
        ("1.36", "ImageVolume", "ImageVolume", "missing bool value for ImageVolume"),
        ("1.36", 'ImageVolume="', "ImageVolume", 'invalid value of ImageVolume=", err: strconv.ParseBool: parsing "\\"": invalid syntax'),
        ("1.36", "Nonsense=true", "Nonsense", "unrecognized feature gate: Nonsense"),
        ("1.36", "GangScheduling=true", "GangScheduling", "GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]"),
    ],
)  # fmt: skip
def test_what_is_no_release_and_no_gate_is_refused_in_upstreams_words(
    version: str, gates: str, path: str, text: str
) -> None:
    problems = chosen_release(version, gates)
    assert not isinstance(problems, ChosenRelease)
    assert [(path, text)] == [
        (problem.path, problem.args.get("text", problem.args.get("got"))) for problem in problems
    ]


def test_another_release_leaves_out_the_settings_that_it_refuses() -> None:
    gates = {"ImageVolume": False, "StorageCapacityScoring": True}
    assert ("1.36", {"StorageCapacityScoring": True, "ImageVolume": False}) == ChosenRelease("1.36").applied(
        "1.34", gates
    )
    assert ("1.37", {}) == ChosenRelease("1.37").applied("1.36", IN_1_37)
    assert ("1.36", IN_1_37) == ChosenRelease().applied("1.36", IN_1_37)
    assert ("1.36", {}) == ChosenRelease("", {}).applied("1.36", IN_1_37)


def test_settings_are_written_as_they_are_read() -> None:
    text = "ImageVolume=false,StorageCapacityScoring=true"
    settings = parse_settings(text)
    assert not isinstance(settings, Problem)
    assert text == settings_text(settings)
