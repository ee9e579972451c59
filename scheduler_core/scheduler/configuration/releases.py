"""A scheduler configuration in another release of Kubernetes, as far as that release decides otherwise."""

from __future__ import annotations

from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.configuration.configuration import Configuration


def in_release(configuration: Configuration, release: Release) -> Configuration:
    """The configuration whose profiles have the plugins of the release."""
    profiles = tuple(replace(profile, release=release) for profile in configuration.profiles)
    return replace(configuration, profiles=profiles)
