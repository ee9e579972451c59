"""A frame: what one act did, in the form of the wire. Applying a frame to a snapshot gives the next snapshot.

Changes are whole views (`put`) or removals (`del`), listed by kind in the order of `BOARD_KINDS`; those of
`BY_KEY` are sorted by key. A union of many acts has only the fields that differ (`set`) of views that were
there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter

from scheduler_core.actor import Act
from scheduler_core.board.object_views.views import BOARD_KINDS, BY_KEY, View, ViewKey
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds


def changes_between(
    before: Mapping[ViewKey, View], after: Mapping[ViewKey, View | None]
) -> list[dict[str, Json]]:
    """The changes that lead from `before` to `after`, which holds only what may have changed (None means
    removed)."""
    by_kind: dict[str, list[dict[str, Json]]] = {kind: [] for kind in BOARD_KINDS}
    for (kind, key), view in after.items():
        old = before.get((kind, key))
        if view is None:
            if old is not None:
                by_kind[kind].append({"op": "del", "kind": kind, "key": key})
        elif view != old:
            by_kind[kind].append({"op": "put", "kind": kind, "key": key, "view": view})
    for kind in BY_KEY:
        by_kind[kind].sort(key=itemgetter("key"))
    return [change for changes in by_kind.values() for change in changes]


def make_frame(seq: int, t_ms: int, act: Act, changes: Iterable[dict[str, Json]]) -> dict[str, Json]:
    """The JSON of docs/protocol.md."""
    frame: dict[str, Json] = {
        "seq": seq,
        "t": seconds(t_ms),
        "actor": act.actor,
        "who": act.who,
        "kind": act.kind,
        "changes": list(changes),
        "focus": {"pods": list(act.focus_pods), "nodes": list(act.focus_nodes)},
        "message": act.message.to_json(),
    }
    if act.decision is not None:
        frame["decision"] = act.decision.outline()
    frame["tosses"] = [
        {"what": toss.what, "among": list(toss.among), "chose": toss.chose} for toss in act.tosses
    ]
    frame["cycle"] = act.cycle
    if act.effects:
        frame["hints"] = [effect.to_json() for effect in act.effects]
    return frame
