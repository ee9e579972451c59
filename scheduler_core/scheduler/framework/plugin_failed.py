"""The error of a plugin that ends the attempt."""

from __future__ import annotations


class PluginFailedError(Exception):
    """A plugin failed: it raised an exception, returned an invalid value, or met what it cannot handle. The
    text is what kube-scheduler would say."""


class ScoringFailedError(PluginFailedError):
    """A plugin cannot score the nodes. It ends the attempt after the filters (prioritizeNodes)."""
