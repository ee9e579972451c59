"""Every process that plays or reads what others gave has a limit on its memory."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from playground import limits
from playground.pictures import raster
from playground.server.memory_limit import limit_memory

SOURCES = Path(limits.__file__).parent
LIMITED = """
from playground.server.memory_limit import limit_memory
limit_memory(2**30)
try:
    bytearray(2**31)
except MemoryError:
    print("refused", len(bytearray(2**20)))
"""


def test_a_process_that_takes_more_than_it_may_gets_a_memory_error_and_goes_on() -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True)

    assert "refused 1048576\n" == done.stdout


def test_every_pool_of_processes_starts_them_with_their_limits() -> None:
    """`belong_to_server` sets the limit; `process.start` and `_start` of imports call it."""
    without = []
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ProcessPoolExecutor":
                started = [
                    ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "initializer"
                ]
                if started not in (["belong_to_server"], ["process.start"], ["_start"]):
                    without.append(str(path))

    assert [] == without


def test_a_picture_that_needs_too_much_memory_is_refused() -> None:
    square = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="9" height="9"/></svg>'

    with pytest.raises(raster.TooLargeError):
        raster.drawn("png", [square], zoom=32.0)


def test_a_system_without_such_limits_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)

    limit_memory(1)

    assert 2**20 == len(bytearray(2**20))
