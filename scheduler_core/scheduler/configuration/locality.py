"""Locality: the plugins of a profile, separated by what their answers depend on."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.framework.interface import (
    FilterPlugin,
    NarrowPlugin,
    PreFilterPlugin,
    PreScorePlugin,
    ScorePlugin,
)


class Locality:
    """The plugins whose answers can be kept, and the others.

    The answers of a `local_*` plugin depend only on the pod's signature, the node and the pods on it. Of the
    filters only those before the first other one count as local, because the first of several refusals is the
    one that is reported.
    """

    __slots__ = (
        "local_filters",
        "local_pre_filters",
        "local_pre_scores",
        "local_scores",
        "narrowers",
        "other_filters",
        "other_pre_filters",
        "other_pre_scores",
        "other_scores",
    )

    def __init__(
        self,
        pre_filter: Sequence[PreFilterPlugin],
        filter_: Sequence[FilterPlugin],
        pre_score: Sequence[PreScorePlugin],
        score: Sequence[ScorePlugin],
    ) -> None:
        filters = tuple(filter_)
        count = next((i for i, plugin in enumerate(filters) if not plugin.node_local), len(filters))
        self.local_filters = filters[:count]
        self.other_filters = filters[count:]
        self.narrowers: dict[str, NarrowPlugin] = {
            plugin.name: plugin for plugin in self.other_filters if isinstance(plugin, NarrowPlugin)
        }
        self.local_pre_filters = tuple(plugin for plugin in pre_filter if _is_local(plugin))
        self.other_pre_filters = tuple(plugin for plugin in pre_filter if not _is_local(plugin))
        self.local_pre_scores = tuple(plugin for plugin in pre_score if _is_local(plugin))
        self.other_pre_scores = tuple(plugin for plugin in pre_score if not _is_local(plugin))
        self.local_scores = tuple(plugin for plugin in score if plugin.node_local)
        self.other_scores = tuple(plugin for plugin in score if not plugin.node_local)


def _is_local(plugin: PreFilterPlugin | PreScorePlugin) -> bool:
    return isinstance(plugin, (FilterPlugin, ScorePlugin)) and plugin.node_local
