"""`podium run`: a scenario told on the command line, up to a condition or until it is quiet."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from playground.gallery.loader import FOLDER

GAP = FOLDER / "gap-and-reservation.yaml"


def output_lines(file: Path, *more: str) -> list[str]:
    out = io.StringIO()
    call_command("run", str(file), *more, stdout=out)
    return out.getvalue().splitlines()


def test_the_story_ends_at_the_first_step_at_which_the_condition_holds() -> None:
    lines = output_lines(GAP, "--until", "pod: {name: p, bound: true}")

    assert "p is bound to n1" == lines[-2].split(maxsplit=3)[-1]
    assert "p is on n1" == lines[-1]


def test_a_condition_that_never_holds_is_an_error_that_says_what_is_there() -> None:
    with pytest.raises(CommandError) as failed:
        output_lines(GAP, "--until", "pod: {name: small2, node: n2}")

    assert "small2 is pending; expected on n2" == str(failed.value)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("pod: {name: p, nod: n1}", "--until: until.pod.nod: unknown field; known fields: name, node, "),
        ("pod: {name: p", "--until: Not valid YAML"),
        ("", "--until: one condition is needed"),
    ],
)
def test_a_condition_that_cannot_be_read_is_named(condition: str, expected: str) -> None:
    with pytest.raises(CommandError) as failed:
        output_lines(GAP, "--until", condition)

    assert str(failed.value).startswith(expected)


def test_without_a_condition_what_the_file_expects_is_judged(tmp_path: Path) -> None:
    assert "2 steps: bind 2, bind 31" in output_lines(GAP)

    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(GAP.read_text().replace("{name: small, node: n2}", "{name: small, node: n1}"))
    with pytest.raises(CommandError) as failed:
        output_lines(wrong)
    assert "small is on n2; expected on n1" == str(failed.value)


def test_a_mistake_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(GAP.read_text().replace("{name: small, node: n2}", "{name: small, nodes: n2}"))
    line = next(n for n, text in enumerate(wrong.read_text().splitlines(), 1) if "nodes: n2" in text)
    with pytest.raises(CommandError) as failed:
        output_lines(wrong)

    assert str(failed.value).startswith(f"{wrong}:{line}: spec.expect[2].pod.nodes: unknown field")
