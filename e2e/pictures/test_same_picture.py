"""One step has one picture, whichever way led to it: stepped to, stepped back to, sought, or opened by a link."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import BrowserContext

from tests.harness import pictures
from tests.harness.board import Board, empty_page, import_file
from tests.harness.series import EVERY, sampled

NODES, PODS = 70, 40
STEPS_BACK = 3
#: What is compared: the board with its queue, without the timeline, which knows more of the future on some ways.
PARTS = ("#queue", ".stage")
STEP_ON = """async (to) => {
  const { player } = podium;
  while (player.state.model.seq < to) {
    await player.forward("act");
    player.flush();
  }
}"""


def scenario(slug: str) -> Callable[[BrowserContext, Path], Board]:
    return lambda context, _: Board(empty_page(context)).open(f"/s/{slug}")


def dump(context: BrowserContext, folder: Path) -> Board:
    """A cluster of so many nodes that each is a square of the grid."""
    items: list[dict[str, Any]] = [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": f"n{n:02}", "labels": {"topology.kubernetes.io/zone": f"z{n % 3}"}},
            "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}},
        }
        for n in range(NODES)
    ]
    items += [
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": f"p{n:02}", "namespace": "default"},
            "spec": {"containers": [{"name": "c", "image": "app", "resources": {"requests": {"cpu": "1"}}}]},
        }
        for n in range(PODS)
    ]
    path = folder / "cluster.json"
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
    return import_file(context, path)


#: Where a cluster comes from, and the share of its acts after which it is looked at.
MOMENTS = {
    "preemption": (scenario("gap-and-reservation"), 0.5),
    "spread": (scenario("scale-down-lopsided"), 1.0),
    "lists of pods": (scenario("api-server-decides"), 0.95),
    "spread chart": (scenario("self-heal-zones"), 0.5),
    "partition": (scenario("partitioned-pet"), 0.6),
    "pressure": (scenario("hard-eviction"), 0.5),
    "volumes": (scenario("rwo-handoff"), 0.6),
    "grid": (dump, 0.5),
}


def shots(board: Board) -> list[Image.Image]:
    board.settle()
    pictures.freeze(board.page)
    taken = [board.page.locator(part).screenshot(animations="disabled", caret="hide") for part in PARTS]
    return [Image.open(BytesIO(shot)).convert("RGB") for shot in taken]


def shots_at_rest(board: Board) -> list[Image.Image]:
    """The first shots that equal those before: charts on the stage take their height some frames after they came."""
    taken = shots(board)
    for _ in range(pictures.ATTEMPTS):
        board.page.wait_for_timeout(100)
        before, taken = taken, shots(board)
        if before == taken:
            break
    return taken


def differences(board: Board, expected: list[Image.Image]) -> list[Any]:
    """Of each part: the sizes where they differ, else the box around all pixels that do, else None."""
    results: list[Any] = []
    for actual, other in zip(shots(board), expected, strict=True):
        if actual.size != other.size:
            results.append((actual.size, other.size))
            continue
        results.append(ImageChops.difference(actual, other).getbbox())
    return results


def settled_differences(board: Board, expected: list[Image.Image]) -> list[Any]:
    """A busy machine may draw a line of text beside its place and mend it with a later frame."""
    result = differences(board, expected)
    for _ in range(pictures.ATTEMPTS - 1):
        if not any(result):
            break
        board.page.wait_for_timeout(300)
        result = differences(board, expected)
    return result


@pytest.mark.parametrize("name", sampled(list(MOMENTS), 3 * EVERY - 1))
def test_the_way_to_a_step_does_not_show_in_its_picture(
    context: BrowserContext, tmp_path: Path, name: str
) -> None:
    start, share = MOMENTS[name]
    board = start(context, tmp_path)
    if not board.acts():
        board.until_quiet()
    acts = board.acts()
    at = int(acts[int((len(acts) - 1) * share)][0])
    address = f"/r/{board.run}"

    board.open(f"{address}?at={at}")
    linked = shots_at_rest(board)
    board.open(f"{address}?at=0")
    board.page.evaluate(STEP_ON, at)
    stepped = settled_differences(board.wait_for(at), linked)
    board.page.evaluate("() => podium.clock.unfreeze()")
    board.page.evaluate(STEP_ON, min(at + STEPS_BACK, int(acts[-1][0])))
    for _ in range(min(STEPS_BACK, int(acts[-1][0]) - at)):
        board.page.evaluate("() => podium.player.back('act')")
        board.settle()
    stepped_back = settled_differences(board.wait_for(at), linked)
    board.page.evaluate("() => podium.clock.unfreeze()")
    board.page.evaluate("() => podium.player.seek(0)")
    board.wait_for(0)
    board.page.evaluate("() => podium.player.seek(podium.player.state.head)")
    board.settle()
    board.page.evaluate("(at) => podium.player.seek(at)", at)
    sought = settled_differences(board.wait_for(at), linked)

    assert {"stepped": [None, None], "stepped back": [None, None], "sought": [None, None]} == {
        "stepped": stepped,
        "stepped back": stepped_back,
        "sought": sought,
    }
