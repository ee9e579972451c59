"""All work that runs beside its caller is started in `playground/server/background.py`, which gives it a context of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOOR = ROOT / "playground" / "server" / "background.py"
STARTERS = {
    "create_task",
    "ensure_future",
    "run_coroutine_threadsafe",
    "run_in_executor",
    "to_thread",
    "call_later",
    "TaskGroup",
    "Thread",
    "Timer",
    "ThreadPoolExecutor",
    "start_new_thread",
}


def name_of(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def started(source: str) -> list[str]:
    """The starters that are called, except where the caller awaits them at once."""

    def calls(part: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(part):
            awaited = isinstance(part, ast.Await)
            if isinstance(child, ast.Call) and name_of(child) in STARTERS and not awaited:
                yield name_of(child)
            yield from calls(child)

    return list(calls(ast.parse(source)))


def test_work_that_outlives_its_caller_is_started_in_one_place() -> None:
    files = [path for path in sorted((ROOT / "playground").rglob("*.py")) if path != DOOR]

    assert len(files) > 300
    assert started(DOOR.read_text(encoding="utf-8"))
    assert [] == [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in started(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("loop.create_task(work())", ["create_task"]),
        ("self.task = asyncio.ensure_future(work())", ["ensure_future"]),
        ("Thread(target=work).start()", ["Thread"]),
        ("async def f():\n    x = await asyncio.to_thread(work)", []),
        ("async def f():\n    await join(loop.create_task(work()))", ["create_task"]),
        ("background.start(work())", []),
    ],
)
def test_a_start_is_seen_unless_it_is_awaited_at_once(source: str, expected: list[str]) -> None:
    assert expected == started(source)
