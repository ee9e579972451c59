"""Every scenario about pod safety, graceful exit and pressure on a node, from its start to its end.

One page for all of them. Each meets one of three further looks: axe, a phone, or more moments on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize

from e2e.conftest import ContextPool, Contexts
from tests.harness.board import Board, empty_page, themed
from tests.harness.series import EVERY, sampled
from tests.harness.server import ROOT, Server

#: Scenario → the step at which there is most to see: two truths, a wait, a fence, an eviction pass.
SAFETY = {
    "partitioned-pet": 9,
    "force-delete-two-copies": 14,
    "etcd-quorum-rescue": 15,
    "replicaset-overlap": 8,
    "phases-one-way": 3,
    "kubelet-restart-resets": 4,
    "who-may-delete": 13,
    "node-object-deleted": 16,
    "namespace-stuck": 9,
    "fencing-controller": 8,
    "rwo-handoff": 19,
    "nfs-with-deployment": 14,
    "disk-with-deployment": 11,
    "clear-signals": 9,
    "clear-signals-proposal": 9,
    "clear-signals-before-1-5": 14,
    "chaos-matrix": 9,
    "chaos-nodes": 3,
    "chaos-store": 2,
    "chaos-two-controllers": 6,
    "chaos-kubelet": 9,
    "chaos-controller": 8,
    "finalizer-holds": 8,
    "reboot": 1,
    "restart-admits-again": 7,
    "claim-in-use": 4,
    "two-attach-controllers": 9,
    "rolling-upgrade-features": 20,
}
EXIT = {
    "podium-three-zones": 40,
    "prestop-budget": 3,
    "hanging-hook": 3,
    "probe-grace": 3,
    "api-server-decides": 13,
    "shortest-wins": 20,
    "soft-eviction": 6,
    "hard-eviction": 3,
    "kill-timeout": 7,
    "grace-meets-preemption": 7,
    "override-after-hook": 3,
    "kubelet-ranking": 11,
    "failing-hook": 12,
}
SCENARIOS = SAFETY | EXIT
SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
}
#: Share of the stage's height down to the lowest thing on it.
LEAST_USED = 0.75
GALLERY = ROOT / "playground/gallery/scenarios"
#: What `make walk` measures: what overlaps, is cut or stands elsewhere than when it was looked at last.
LOOK = (ROOT / "tools/walk.js").read_text()
#: What stands still while somebody steps, whatever happens on the stage.
FRAME = re.compile(r"(?:transport|steps|clock|rail|gantt-wrap) by ")
GO = """async (seq) => {
  const { player } = podium;
  player.seek(seq);
  while (player.state.busy || !player.still || player.state.model.seq !== seq) {
    if (!player.state.busy) player.flush();
    await new Promise((done) => setTimeout(done, 5));
  }
}"""
#: In the biggest steps there are, without the animations in between.
TO_THE_END = """async () => {
  const { player } = podium;
  player.setSize("quiet");
  for (let steps = 0; player.state.model.seq < player.state.head; steps += 1) {
    if (steps > player.state.head) throw new Error("steps that lead nowhere");
    player.forward();
    do {
      if (!player.state.busy) player.flush();
      await new Promise((done) => setTimeout(done, 5));
    } while (player.state.busy || !player.still);
  }
}"""
AT_REST = """() => {
  for (const animation of document.getAnimations())
    if (animation.effect.getTiming().iterations !== Infinity) animation.finish();
}"""
WIDTH = "() => document.documentElement.scrollWidth"
#: Words that no reader should meet: values of the program, arguments left out, identifiers of messages.
RAW = re.compile(
    r"\bnull\b|undefined|\bNaN\b|\[object|(?<!taint )\{\w+\}"
    r"|(?<![\w./:-])(?:cluster|controller|fault|input|kubelet|scheduler|eviction|view)\.[a-z_]+(?![\w./])"
)


@pytest.fixture(scope="module")
def visit(context_pool: ContextPool, server: Server) -> Iterator[tuple[Contexts, Page]]:
    """One watched page for all scenarios."""
    contexts = Contexts(context_pool, server.url)
    context = themed(contexts.open(reduced_motion="reduce"), server.url, "dark")
    context.add_init_script(LOOK)
    yield contexts, empty_page(context)
    context.close()


def stand(page: Page, seq: int) -> None:
    page.evaluate(GO, seq)
    page.evaluate(AT_REST)


def check(page: Page, size: str) -> None:
    """Everything fits, nothing stands over another or is cut, the frame stands still, and every sentence is one."""
    where = page.evaluate(
        "() => [podium.player.state.model.seq, document.querySelector('#narration').innerText]"
    )
    assert SIZES[size]["width"] == page.evaluate(WIDTH), f"{where}: wider than the window ({size})"
    if size == "wide":
        observed = page.evaluate("() => walk.look()")
        moved = [jump for jump in observed["jumps"] if FRAME.match(jump)]
        assert ([], [], []) == (observed["overlaps"], observed["clipped"], moved), where
        # lanes may still be on their way, the first time
        page.wait_for_function("(least) => least <= walk.used()", arg=LEAST_USED, timeout=5000)
    raw = RAW.search(page.evaluate("() => document.body.innerText"))
    assert raw is None, f"{where}: the page says {raw!r}"


@pytest.mark.parametrize("slug", sampled(list(SCENARIOS), 3 * EVERY - 1))
def test_a_scenario_is_stepped_through_to_its_end(
    visit: tuple[Contexts, Page], axe: Callable[..., None], slug: str
) -> None:
    contexts, page = visit
    page.set_viewport_size(SIZES["wide"])
    board = Board(page).open(f"/s/{slug}")
    assert 0 == board.seq
    head = int(board.state["head"])
    telling = SCENARIOS[slug]

    # the telling moment; then in turn through axe's eyes, on a phone, or with two more moments on the way
    stand(page, telling)
    check(page, "wide")
    assert board.narration.inner_text().strip()
    match list(SCENARIOS).index(slug) % 3:
        case 0:
            axe(page)
        case 1:
            page.set_viewport_size(SIZES["phone"])
            check(page, "phone")
            page.set_viewport_size(SIZES["wide"])
        case _:
            for seq in (head // 3, 2 * head // 3):
                stand(page, seq)
                check(page, "wide")

    # from there until nothing happens by itself any more
    page.evaluate(TO_THE_END)
    check(page, "wide")
    assert head == board.seq
    assert board.button("one step on").is_disabled()

    _, watch = contexts.opened[0]
    watch.check()


def test_every_scenario_of_both_topics_is_here() -> None:
    topics = re.compile(r"^  topic: (?:safety|exit)$", re.MULTILINE)

    results = {path.stem for path in GALLERY.glob("*.yaml") if topics.search(path.read_text())}

    assert {*SCENARIOS} - {"kubelet-ranking"} == results
