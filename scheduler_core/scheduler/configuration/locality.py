"""Locality: the plugins of a profile, separated by what their answers depend on."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.framework.interface import (
    FailingFilterPlugin,
    FilterPlugin,
    NarrowPlugin,
    PreFilterPlugin,
    PreScorePlugin,
    ScorePlugin,
    takes_part,
)


class Locality:
    """The plugins whose answers can be kept, and the others.

    The answers of a `local_*` plugin depend only on the pod's signature, the node and the pods on it. Of the
    filters only those before the first other one count as local, because the first of several refusals is the
    one that is reported. `may_fail` are the names of the filters that can end an attempt with an error.
    """

    __slots__ = (
        "local_filters",
        "local_pre_filters",
        "local_pre_scores",
        "local_scores",
        "may_fail",
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
        self.may_fail = frozenset(
            plugin.name for plugin in filters if takes_part(plugin, FailingFilterPlugin) and plugin.may_fail
        )
        kept = [plugin.node_local and plugin.name not in self.may_fail for plugin in filters]
        count = kept.index(False) if False in kept else len(filters)
        self.local_filters = filters[:count]
        self.other_filters = filters[count:]
        self.narrowers: dict[str, NarrowPlugin] = {
            plugin.name: plugin for plugin in self.other_filters if takes_part(plugin, NarrowPlugin)
        }
        self.local_pre_filters = tuple(plugin for plugin in pre_filter if _is_local(plugin))
        self.other_pre_filters = tuple(plugin for plugin in pre_filter if not _is_local(plugin))
        self.local_pre_scores = tuple(plugin for plugin in pre_score if _is_local(plugin))
        self.other_pre_scores = tuple(plugin for plugin in pre_score if not _is_local(plugin))
        self.local_scores = tuple(plugin for plugin in score if plugin.node_local)
        self.other_scores = tuple(plugin for plugin in score if not plugin.node_local)


def _is_local(plugin: PreFilterPlugin | PreScorePlugin) -> bool:
    return (takes_part(plugin, FilterPlugin) or takes_part(plugin, ScorePlugin)) and plugin.node_local
