"""Files and arguments that are no texts end a command with exit code 2 and a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from playground.commandline.arguments import BadInputError, condition_of, scenario_from
from tests.playground.kubeapi.podium import podium
from tools.attack.no_texts import ALL, Odd

POD = (
    b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q", "annotations": {"a": ODD}}, '
    b'"spec": {"containers": [{"name": "c"}]}}'
)


@pytest.mark.parametrize("odd", [item for item in ALL if item.no_yaml], ids=lambda odd: odd.name)
def test_a_file_that_holds_what_is_no_text_is_bad_input_with_its_line(odd: Odd) -> None:
    with pytest.raises(BadInputError, match=r"^a\.yaml:[12]: .") as caught:
        scenario_from([("a.yaml", b"\n" + POD.replace(b"ODD", odd.as_yaml))])

    assert 2 == caught.value.returncode


@pytest.mark.parametrize("odd", ALL, ids=lambda odd: odd.name)
def test_a_condition_of_odd_values_is_bad_input(odd: Odd) -> None:
    with pytest.raises(BadInputError, match="--until"):
        condition_of(f"pod: {{name: {odd.as_yaml.decode('utf-8', 'surrogateescape')}, bound: 5}}")


def test_an_odd_file_and_an_odd_argument_have_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(POD.replace(b"ODD", rb'"\ud800"'))
    code, _ = podium("why", "q", "-f", str(file))
    command = [sys.executable, "-m", "playground", "why", b"pod/\xff", "-f", str(file)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)

    assert (2, 2) == (code, done.returncode)
    assert b"an argument is no text" in done.stderr
    assert b"Traceback" not in done.stderr
