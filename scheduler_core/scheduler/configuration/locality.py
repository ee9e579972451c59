"""Locality: the plugins of a profile, separated by what their answers depend on."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.framework.interface import (
    FilterPlugin,
    PreFilterExtensions,
    PreFilterPlugin,
    PreScorePlugin,
    ScorePlugin,
    takes_part,
)


class Locality:
    """The plugins whose answers can be kept, and the others.

    The answers of a `local_*` plugin depend only on the pod's signature, the node and the pods on it. Of the
    filters only those before the first other one count as local, because the first of several refusals is the
    one that is reported.

    `sharing` are the names of the scorers that answer alike for nodes with equal sums.

    `looks_up` are the names of the filters that read the cluster when they are asked, and not only in a
    PreFilter whose state AddPod and RemovePod keep true. Such a filter may meet a broken object and answer
    Error, so nodes are asked in the plugins' order; and a trace has to ask it at once, because the cluster is
    another one later.
    """

    __slots__ = (
        "local_filters",
        "local_pre_filters",
        "local_pre_scores",
        "local_scores",
        "looks_up",
        "other_filters",
        "other_pre_filters",
        "other_scores",
        "sharing",
    )

    def __init__(
        self,
        pre_filter: Sequence[PreFilterPlugin],
        filter_: Sequence[FilterPlugin],
        pre_score: Sequence[PreScorePlugin],
        score: Sequence[ScorePlugin],
    ) -> None:
        filters = tuple(filter_)
        self.looks_up = frozenset(
            plugin.name
            for plugin in filters
            if not plugin.reads.cacheable and not takes_part(plugin, PreFilterExtensions)
        )
        cacheable = [plugin.reads.cacheable for plugin in filters]
        count = cacheable.index(False) if False in cacheable else len(filters)
        self.local_filters = filters[:count]
        self.other_filters = filters[count:]
        self.local_pre_filters = tuple(plugin for plugin in pre_filter if _is_local(plugin))
        self.other_pre_filters = tuple(plugin for plugin in pre_filter if not _is_local(plugin))
        self.local_pre_scores = tuple(plugin for plugin in pre_score if _is_local(plugin))
        self.sharing = frozenset(plugin.name for plugin in score if plugin.reads.shared)
        self.local_scores = tuple(plugin for plugin in score if plugin.reads.cacheable)
        self.other_scores = tuple(plugin for plugin in score if not plugin.reads.cacheable)


def _is_local(plugin: PreFilterPlugin | PreScorePlugin) -> bool:
    return (takes_part(plugin, FilterPlugin) or takes_part(plugin, ScorePlugin)) and plugin.reads.cacheable
